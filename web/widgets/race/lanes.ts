/** @file The lanes of a race, as their author writes them: "none; batch; layer lr=0.1 depth=4". */

export type LaneNorm = 'none' | 'batch' | 'layer' | 'rms';

/** What a lane may have of its own, and what all have otherwise. */
export interface LaneOptions {
  depth: number;
  width: number;
  lr: number;
  init: number;
  batch: number;
  seed: number;
}

export interface Lane extends LaneOptions {
  name: string;
  norm: LaneNorm;
}

const normNames: Record<LaneNorm, string> = { none: 'no norm', batch: 'BatchNorm', layer: 'LayerNorm', rms: 'RMSNorm' };

export const bounds: Record<keyof LaneOptions, { min: number; max: number; whole: boolean }> = {
  depth: { min: 1, max: 32, whole: true },
  width: { min: 2, max: 256, whole: true },
  lr: { min: 1e-9, max: 3e38, whole: false },
  init: { min: 1e-9, max: 1e30, whole: false },
  batch: { min: 2, max: 512, whole: true },
  seed: { min: 0, max: 2 ** 32 - 1, whole: true },
};

const maxLanes = 8;

/** @throws TypeError that says what is wrong */
export function parseLanes(text: string, common: LaneOptions): Lane[] {
  const parts = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length < 1 || parts.length > maxLanes)
    throw new TypeError(`expected 1 to ${maxLanes} lanes, got ${parts.length}`);
  return parts.map((part) => parseLane(part, common));
}

function parseLane(text: string, common: LaneOptions): Lane {
  const [norm, ...options] = text.split(/\s+/);
  if (!Object.hasOwn(normNames, norm)) {
    throw new TypeError(
      `expected a lane to begin with ${Object.keys(normNames).join(', ')}, got "${norm.slice(0, 40)}"`,
    );
  }
  const own: Partial<LaneOptions> = {};
  for (const option of options) {
    const [key, value] = option.split('=');
    if (!Object.hasOwn(bounds, key)) {
      throw new TypeError(`expected ${Object.keys(bounds).join('=…, ')}=… in a lane, got "${option.slice(0, 40)}"`);
    }
    const { min, max, whole } = bounds[key as keyof LaneOptions];
    const given = Number(value);
    if (!(given >= min && given <= max) || (whole && !Number.isInteger(given))) {
      throw new TypeError(`expected ${key} from ${min} to ${max} in a lane, got "${option.slice(0, 40)}"`);
    }
    own[key as keyof LaneOptions] = given;
  }
  const differences = Object.entries(own).map(([key, value]) => `${key} ${value}`);
  return { ...common, ...own, norm: norm as LaneNorm, name: [normNames[norm as LaneNorm], ...differences].join(', ') };
}
