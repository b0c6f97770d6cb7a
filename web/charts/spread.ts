/** @file Places labels along one axis so that none overlap. */

/**
 * Centres as near as possible to `wanted` (any order), so that labels of these `sizes` do not overlap, inside [low,
 * high] where they fit. Neighbours that collide form a block, which is placed where its members are least displaced on
 * average.
 */
export function spread(wanted: number[], sizes: number[], low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const blocks: Block[] = [];
  for (const i of order) {
    let block = place([i]);
    for (let before = blocks.at(-1); before && before.start + before.size > block.start; before = blocks.at(-1)) {
      blocks.pop();
      block = place([...before.members, ...block.members]);
    }
    blocks.push(block);
  }
  const placed = new Array<number>(wanted.length);
  for (const { members, start } of blocks) {
    let edge = start;
    for (const i of members) {
      placed[i] = edge + sizes[i] / 2;
      edge += sizes[i];
    }
  }
  return placed;

  function place(members: number[]): Block {
    let size = 0;
    let wantedStarts = 0;
    for (const i of members) {
      wantedStarts += wanted[i] - sizes[i] / 2 - size;
      size += sizes[i];
    }
    const start = Math.max(low, Math.min(wantedStarts / members.length, high - size));
    return { members, start, size };
  }
}

interface Block {
  members: number[];
  start: number;
  size: number;
}
