import type { Kit } from './kit.ts';
import { HEIGHT, n, path, polygon, type Point, rect, times, WIDTH } from './svg.ts';

/** A street that runs straight away from the viewer. Lengths are in pixels at the distance 1. */
export interface Street {
  /** Where all its lines meet, at the height of the eye. */
  readonly vanish: Point;
  /** From the middle to the house fronts, and from the eye down to the ground. */
  readonly half: number;
  readonly drop: number;
  /** Distances between which there are houses. */
  readonly near: number;
  readonly far: number;
}

/** One house front in a street: `u` runs along it from near (0) to far (1), `v` from foot (0) to eaves (1). */
export interface Front {
  readonly side: -1 | 1;
  /** Counted from the nearest. */
  readonly index: number;
  /** For the kit's colours. */
  readonly depth: number;
  /** Whether it is turned away from the sun. */
  readonly shaded: boolean;
  /** A part of the front; `out` pushes it towards the middle of the street, in pixels at the distance 1. */
  part(u: readonly [number, number], v: readonly [number, number], fill: string, out?: number): string;
  point(u: number, v: number, out?: number): Point;
}

export interface Fronts {
  readonly side: -1 | 1;
  readonly count: number;
  /** From the eye up to the eaves, in pixels at the distance 1. */
  readonly rise: (index: number) => number;
  readonly depth: number;
}

/** One side of a street, painted from the far end on; `draw` paints a single front. */
export function fronts(kit: Kit, street: Street, options: Fronts, draw: (front: Front) => string): string {
  const { count, side } = options;
  return times(count, (step) => {
    const index = count - 1 - step;
    const shaded = side * (kit.sun[0] - WIDTH / 2) > 0;
    return draw({ ...frontOf(street, options, index), shaded });
  });
}

function frontOf(street: Street, options: Fronts, index: number): Omit<Front, 'shaded'> {
  const { vanish, half, drop, near, far } = street;
  const { side, rise, depth, count } = options;
  const growth = (far / near) ** (1 / count);
  const [from, to] = [near * growth ** index, near * growth ** (index + 1)];
  const point = (u: number, v: number, out = 0): Point => {
    const distance = from + (to - from) * u;
    const height = drop - v * (drop + rise(index));
    return [vanish[0] + (side * (half - out)) / distance, vanish[1] + height / distance];
  };
  return {
    side,
    index,
    depth: (depth * (index + 1)) / count,
    point,
    part: ([u1, u2], [v1, v2], fill, out = 0) =>
      polygon([point(u1, v1, out), point(u2, v1, out), point(u2, v2, out), point(u1, v2, out)], fill),
  };
}

/** Windows in a grid over a front, each with its own lamp; `v` is the range they spread over. */
export function frontWindows(
  kit: Kit,
  front: Front,
  [columns, rows]: readonly [number, number],
  [low, high]: readonly [number, number],
  more: (u: readonly [number, number], v: readonly [number, number]) => string = () => '',
): string {
  return times(columns * rows, (cell) => {
    const u = ((cell % columns) + 0.5) / columns;
    const v = low + ((high - low) * (Math.floor(cell / columns) + 0.5)) / rows;
    const span = [u - 0.22 / columns, u + 0.22 / columns] as const;
    const reach = [v - ((high - low) * 0.3) / rows, v + ((high - low) * 0.3) / rows] as const;
    return front.part(span, reach, kit.pane(front.depth)) + more(span, reach);
  });
}

/** Pavements up to the houses and the road between them; `share` is the road's part of the width. */
export function roadway(
  kit: Kit,
  { vanish: [x, y], half, drop, far }: Street,
  paving: string,
  road: string,
  share = 0.66,
): string {
  const [start, end] = [y + drop / far, HEIGHT + 20];
  const wedge = (part: number, fill: string) => {
    const reach = (level: number) => (half * part * (level - y)) / drop;
    return path(
      `M${n(x - reach(start))} ${n(start)}H${n(x + reach(start))}L${n(x + reach(end))} ${end}H${n(x - reach(end))}z`,
      fill,
    );
  };
  const courses = times(9, (row) => {
    const level = y + drop / (far - 0.3 - row * 0.27);
    return rect(0, level, WIDTH, 1.5 + row * 0.4, kit.light.shade, 'fill-opacity="0.13"');
  });
  return (
    rect(0, start, WIDTH, HEIGHT - start, kit.tone(paving)) +
    wedge(share + 0.035, kit.lit(paving)) +
    wedge(share, kit.tone(road)) +
    courses
  );
}
