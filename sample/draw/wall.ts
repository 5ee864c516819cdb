import type { Kit } from './kit.ts';
import { HEIGHT, n, path, rect, times, WIDTH } from './svg.ts';

export interface WallBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A wall with a painting on it: the art is clipped to the wall, and the bricks show through. */
export function paintedWall(
  kit: Kit,
  box: WallBox,
  base: string,
  art: string,
  surface: 'brick' | 'plaster' = 'brick',
): string {
  const { x, y, width, height } = box;
  const id = `wall${n(x)}-${n(y)}`;
  const clip = `<defs><clipPath id="${id}"><rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"/></clipPath></defs>`;
  const texture = surface === 'brick' ? bricks(kit, box) : plaster(kit, box);
  const shade =
    rect(x, y, width, height * 0.04, kit.light.shade, 'fill-opacity="0.35"') +
    rect(x, y + height * 0.86, width, height * 0.14, kit.light.shade, 'fill-opacity="0.16"');
  return `${clip}<g clip-path="url(#${id})">${rect(x, y, width, height, kit.tone(base))}${art}${texture}${shade}</g>`;
}

function bricks({ random, light }: Kit, { x, y, width, height }: WallBox): string {
  const rows = times(height / 22, (row) =>
    rect(x, y + row * 22, width, 2, light.shade, 'fill-opacity="0.07"'),
  );
  const joints = times((height / 22) * (width / 60), () => {
    const row = Math.floor(random.between(0, height / 22));
    const column = Math.floor(random.between(0, width / 60)) * 60 + (row % 2) * 30;
    return rect(x + column, y + row * 22, 2, 22, light.shade, 'fill-opacity="0.07"');
  });
  const worn = times(46, () => {
    const row = Math.floor(random.between(0, height / 22));
    const column = Math.floor(random.between(0, width / 60)) * 60 + (row % 2) * 30;
    return rect(
      x + column + 2,
      y + row * 22 + 2,
      58,
      20,
      random.next() > 0.5 ? '#ffffff' : light.shade,
      'fill-opacity="0.07"',
    );
  });
  return rows + joints + worn;
}

function plaster({ random, light }: Kit, { x, y, width, height }: WallBox): string {
  return times(60, () => {
    const stain = random.next() > 0.5 ? '#ffffff' : light.shade;
    return rect(
      x + random.between(0, width),
      y + random.between(0, height),
      random.between(3, 7),
      random.between(30, 190),
      stain,
      'fill-opacity="0.06"',
    );
  });
}

/** Paint that ran: thin drips under a coloured area. */
export function drips({ random }: Kit, x: number, y: number, width: number, color: string): string {
  return times(width / 42, () =>
    rect(x + random.between(0, width), y - 4, random.between(3, 7), random.between(16, 80), color, 'rx="3"'),
  );
}

/** The shadow of the houses opposite on a front: its edge runs from (`from`, 0) down to the left, to y `foot`. */
export function slantShade({ light }: Kit, from: number, foot: number, lean: number): string {
  return path(`M${n(from)} 0H${WIDTH}V${n(foot)}H${n(from - lean)}z`, light.shade, 'fill-opacity="0.17"');
}

/** Pavement, kerb and road before a wall. */
export function street(kit: Kit, y: number, paving = '#8f8a84', road = '#5c5d63'): string {
  const joints = times(14, (index) =>
    rect(index * 122 + 20, y, 2, 62, kit.dim(paving), 'fill-opacity="0.6"'),
  );
  const shadow = rect(0, y, WIDTH, 16, kit.light.shade, 'fill-opacity="0.28"');
  const curb =
    rect(0, y + 62, WIDTH, 12, kit.lit(paving)) +
    rect(0, y + 74, WIDTH, 10, kit.light.shade, 'fill-opacity="0.4"');
  return (
    rect(0, y, WIDTH, 64, kit.tone(paving)) +
    joints +
    shadow +
    rect(0, y + 70, WIDTH, HEIGHT - y - 70, kit.tone(road)) +
    curb
  );
}
