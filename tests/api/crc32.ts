/** @file CRC-32, to compare many bits at once. */
import type { Tensor } from '../../web/api/index.js';

/** The CRC-32 of a tensor's bytes, as zlib has it. */
export function crc32(x: Tensor): number {
  const data = x.data();
  let crc = -1;
  for (const byte of new Uint8Array(data.buffer, data.byteOffset, data.byteLength)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
