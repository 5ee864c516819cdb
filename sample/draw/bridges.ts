import type { Kit } from './kit.ts';
import { n, path, polygon, rect, stroke, times } from './svg.ts';

export interface Span {
  /** Where the towers stand, left and right; either may lie outside the picture. */
  readonly towers: readonly [number, number];
  readonly deck: number;
  readonly top: number;
  readonly color: string;
  readonly depth: number;
  readonly cable?: number;
}

/** Deck, main cables and hangers of a suspension bridge; its towers are drawn by the caller. */
export function suspension(
  kit: Kit,
  { towers: [left, right], deck, top, color, depth, cable = 6 }: Span,
): string {
  const fill = kit.tone(color, depth);
  const length = right - left;
  const low = deck - 26;
  const side = length * 0.62;
  const curve = `M${n(left - side)} ${n(deck)}Q${n(left - side * 0.32)} ${n(deck - 30)} ${n(left)} ${n(top)}Q${n(left + length / 2)} ${n(2 * low - top)} ${n(right)} ${n(top)}Q${n(right + side * 0.32)} ${n(deck - 30)} ${n(right + side)} ${n(deck)}`;
  const count = Math.round(length / 34);
  const hangers = times(count - 1, (index) => {
    const share = ((index + 1) / count) * 2 - 1;
    const y = low - (low - top) * share * share;
    return rect(left + ((index + 1) / count) * length - 0.8, y, 1.8, deck - y, fill, 'fill-opacity="0.8"');
  });
  const sides = times(Math.round(side / 34), (index) => {
    const share = (index + 1) / Math.round(side / 34);
    const y = sideCable(share, deck, top);
    return (
      rect(left - side * (1 - share), y, 1.8, deck - y, fill, 'fill-opacity="0.8"') +
      rect(right + side * (1 - share), y, 1.8, deck - y, fill, 'fill-opacity="0.8"')
    );
  });
  const truss = rect(-20, deck, 1640, 13, fill) + rect(-20, deck + 13, 1640, 5, kit.dim(color, depth));
  return hangers + sides + stroke(curve, fill, cable) + truss;
}

/** The height of the curve above at `share` of the side span; solved for x by a few bisections. */
function sideCable(share: number, deck: number, top: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 12; step += 1) {
    const t = (low + high) / 2;
    const x = 2 * t * (1 - t) * 0.68 + t * t;
    if (x < share) low = t;
    else high = t;
  }
  const t = (low + high) / 2;
  return (1 - t) ** 2 * deck + 2 * t * (1 - t) * (deck - 30) + t * t * top;
}

export interface Arches {
  readonly from: number;
  readonly to: number;
  /** Top of the parapet, and the waterline. */
  readonly top: number;
  readonly foot: number;
  readonly count: number;
  readonly color: string;
  readonly depth: number;
  /** 1: half circles; less: flatter. */
  readonly rise?: number;
}

/** A stone bridge: piers with cutwaters between round arches, open below so the water shows. */
export function archBridge(kit: Kit, { from, to, top, foot, count, color, depth, rise = 1 }: Arches): string {
  const step = (to - from) / count;
  const pier = step * 0.2;
  const radius = (step - pier) / 2;
  const crown = Math.min(radius * rise, (foot - top) * 0.74);
  const holes = times(count, (index) => {
    const x = from + index * step + pier / 2;
    return `M${n(x)} ${n(foot)}V${n(foot - (foot - top) * 0.7 + crown * 0.75)}A${n(radius)} ${n(crown)} 0 0 1 ${n(x + step - pier)} ${n(foot - (foot - top) * 0.7 + crown * 0.75)}V${n(foot)}z`;
  });
  const body = path(
    `M${from} ${top}H${to}V${foot}H${from}z${holes}`,
    kit.tone(color, depth),
    'fill-rule="evenodd"',
  );
  const linings = times(count, (index) => {
    const x = from + index * step + pier / 2;
    const spring = foot - (foot - top) * 0.7 + crown * 0.75;
    return path(
      `M${n(x)} ${n(foot)}V${n(spring)}A${n(radius)} ${n(crown)} 0 0 1 ${n(x + step - pier)} ${n(spring)}h${n(-pier * 0.35)}A${n(radius - pier * 0.35)} ${n(crown * 0.94)} 0 0 0 ${n(x + pier * 0.6)} ${n(spring)}V${n(foot)}z`,
      kit.dim(color, depth),
    );
  });
  const piers = times(count + 1, (index) => {
    const x = from + index * step;
    return polygon(
      [
        [x - pier * 0.5, foot],
        [x - pier * 0.36, top + (foot - top) * 0.42],
        [x, top + (foot - top) * 0.3],
        [x + pier * 0.36, top + (foot - top) * 0.42],
        [x + pier * 0.5, foot],
      ],
      kit.dim(color, depth),
      'fill-opacity="0.75"',
    );
  });
  const rail =
    rect(from, top - 5, to - from, 9, kit.lit(color, depth)) +
    rect(from, top + 16, to - from, 4, kit.dim(color, depth), 'fill-opacity="0.6"');
  return body + linings + piers + rail;
}
