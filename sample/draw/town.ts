import type { Kit } from './kit.ts';
import { circle, n, path, polygon, rect, stroke, times } from './svg.ts';

/** Windows in a grid, each with its own lamp. */
export function windows(
  kit: Kit,
  x: number,
  y: number,
  [columns, rows]: readonly [number, number],
  [width, height]: readonly [number, number],
  [stepX, stepY]: readonly [number, number],
  depth = 0,
): string {
  return times(columns * rows, (index) => {
    const column = index % columns;
    return rect(x + column * stepX, y + Math.floor(index / columns) * stepY, width, height, kit.pane(depth));
  });
}

export type Roof = 'gable' | 'hip' | 'flat' | 'mansard';

export interface Row {
  readonly from: number;
  readonly to: number;
  /** The houses' feet. */
  readonly y: number;
  readonly height: readonly [low: number, high: number];
  readonly width: readonly [low: number, high: number];
  readonly depth: number;
  readonly roof: Roof;
  /** Feet lifted along the row, for a hill: from 0 to 1 along it, in pixels. */
  readonly lift?: (along: number) => number;
  /** How far the walls reach below their feet, behind whatever stands in front: 400 if not told. */
  readonly below?: number;
}

/** A row of houses, walls from the city's palette, one side in shade. */
export function houses(kit: Kit, row: Row): string {
  const { random, palette } = kit;
  const drawn: string[] = [];
  let x = row.from;
  while (x < row.to) {
    const width = random.between(...row.width);
    const foot = row.y - (row.lift?.((x - row.from) / (row.to - row.from)) ?? 0);
    drawn.push(
      house(
        kit,
        x,
        foot,
        width,
        random.between(...row.height),
        random.pick(palette.walls),
        row.roof,
        row.depth,
        row.below,
      ),
    );
    x += width * 0.98;
  }
  return drawn.join('');
}

/** One house seen flat on, standing on (x, y) at its left foot. */
export function house(
  kit: Kit,
  x: number,
  y: number,
  width: number,
  height: number,
  wall: string,
  roof: Roof,
  depth = 0,
  below = 400,
): string {
  const top = y - height;
  const sunRight = kit.sun[0] > x + width / 2;
  const shaded = rect(
    sunRight ? x : x + width * 0.68,
    top,
    width * 0.32,
    height + below,
    kit.dim(wall, depth),
    'fill-opacity="0.55"',
  );
  const columns = Math.max(1, Math.floor(width / 26));
  const rows = Math.max(1, Math.floor((height - 10) / 34));
  const step = width / columns;
  const panes = windows(kit, x + step * 0.3, top + 14, [columns, rows], [step * 0.4, 17], [step, 34], depth);
  return (
    rect(x, top, width, height + below, kit.tone(wall, depth)) +
    shaded +
    panes +
    roofOf(kit, x, top, width, roof, depth)
  );
}

function roofOf(kit: Kit, x: number, top: number, width: number, roof: Roof, depth: number): string {
  const color = roof === 'flat' ? kit.palette.stone : kit.palette.roof;
  const fill = kit.random.next() > 0.5 ? kit.tone(color, depth) : kit.dim(color, depth);
  const chimney =
    kit.random.next() > 0.5
      ? rect(
          x + width * 0.68,
          top - width * 0.42,
          width * 0.1 + 3,
          width * 0.42,
          kit.dim(kit.palette.stone, depth),
        )
      : '';
  switch (roof) {
    case 'gable':
      return (
        chimney +
        polygon(
          [
            [x - 3, top],
            [x + width / 2, top - width * 0.5],
            [x + width + 3, top],
          ],
          fill,
        )
      );
    case 'hip':
      return (
        chimney +
        polygon(
          [
            [x - 4, top + 1],
            [x + width * 0.2, top - width * 0.22],
            [x + width * 0.8, top - width * 0.22],
            [x + width + 4, top + 1],
          ],
          fill,
        )
      );
    case 'mansard':
      return (
        chimney +
        polygon(
          [
            [x, top],
            [x + width * 0.07, top - 30],
            [x + width * 0.93, top - 30],
            [x + width, top],
          ],
          fill,
        ) +
        times(Math.floor(width / 40), (index) => rect(x + 16 + index * 38, top - 24, 12, 18, kit.pane(depth)))
      );
    case 'flat':
      return rect(x - 2, top - 5, width + 4, 7, fill);
  }
}

/** High-rise blocks as one far silhouette with a few lights. */
export function towers(
  kit: Kit,
  from: number,
  to: number,
  y: number,
  [low, high]: readonly [number, number],
  depth: number,
): string {
  const { random } = kit;
  const drawn: string[] = [];
  let x = from;
  while (x < to) {
    const width = random.between(34, 84);
    const height = random.between(low, high);
    const tone = random.pick(['#7d8796', '#6c7484', '#8e8a90', '#a08c80']);
    const crown =
      random.next() > 0.7
        ? rect(x + width * 0.46, y - height - 46, 4, 46, kit.dim(tone, depth)) +
          rect(x + width * 0.25, y - height - 18, width * 0.5, 19, kit.tone(tone, depth))
        : '';
    const panes = windows(
      kit,
      x + 7,
      y - height + 12,
      [Math.floor((width - 8) / 13), Math.floor(height / 22)],
      [6, 9],
      [13, 21],
      Math.min(1, depth + 0.12),
    );
    drawn.push(
      rect(x, y - height, width, height + 6, kit.tone(tone, depth)) +
        rect(x + width * 0.7, y - height, width * 0.3, height, kit.dim(tone, depth), 'fill-opacity="0.6"') +
        panes +
        crown,
    );
    x += width * random.between(0.95, 1.2);
  }
  return drawn.join('');
}

/** A street lamp with a round lantern. */
export function lantern(kit: Kit, x: number, y: number, height: number, color: string): string {
  const post =
    stroke(`M${n(x)} ${n(y)}v${n(-height)}`, color, Math.max(3, height * 0.022)) +
    rect(x - height * 0.04, y - height * 0.07, height * 0.08, height * 0.07, color);
  const head = height * 0.055;
  const glow = circle(
    x,
    y - height,
    height * 0.5,
    'url(#lamp)',
    `fill-opacity="${n(0.15 + kit.light.lamps * 0.8)}"`,
  );
  const cage = path(
    `M${n(x - head)} ${n(y - height - head * 1.6)}h${n(head * 2)}l${n(-head * 0.5)} ${n(head * 2.4)}h${n(-head)}z`,
    kit.light.lamps > 0.2 ? '#ffe3a3' : kit.tone('#f4efe0'),
  );
  return (
    glow +
    post +
    cage +
    polygon(
      [
        [x - head * 1.3, y - height - head * 1.5],
        [x, y - height - head * 2.9],
        [x + head * 1.3, y - height - head * 1.5],
      ],
      color,
    )
  );
}
