import type { Kit } from '../../kit.ts';
import { at, path, polygon, rect, stroke, times } from '../../svg.ts';
import { windows } from '../../town.ts';

/** A mosque of the classical kind, 300 wide at scale 1: main dome, half domes, minarets in pairs. */
export function mosque(
  kit: Kit,
  x: number,
  y: number,
  scale: number,
  depth: number,
  minarets: readonly number[],
): string {
  const wall = kit.tone(kit.palette.stone, depth);
  const dome = kit.tone('#7f8f9c', depth);
  const shine = kit.lit('#8fa0ac', depth);
  const half = (dx: number, dy: number, radius: number) =>
    path(`M${dx - radius} ${dy}A${radius} ${radius * 0.9} 0 0 1 ${dx + radius} ${dy}z`, dome) +
    path(
      `M${dx - radius * 0.7} ${dy}A${radius * 0.7} ${radius * 0.86} 0 0 1 ${dx - radius * 0.1} ${dy - radius * 0.86}A${radius * 1.1} ${radius} 0 0 0 ${dx - radius * 0.3} ${dy}z`,
      shine,
      'fill-opacity="0.5"',
    ) +
    stroke(`M${dx} ${dy - radius * 0.88}v${-radius * 0.26}`, kit.lit('#d9b45a', depth), 2);
  const small = times(9, (index) => half(-134 + index * 33.5, -58, 14));
  const body =
    rect(-150, -58, 300, 60, wall) + rect(-112, -96, 224, 40, wall) + rect(-66, -124, 132, 30, wall);
  const lights =
    windows(kit, -138, -42, [15, 1], [8, 22], [19.4, 30], depth) +
    windows(kit, -102, -84, [12, 1], [7, 16], [18, 30], depth) +
    windows(kit, -58, -117, [9, 1], [6, 13], [13.6, 20], depth);
  const shadow = rect(kit.sun[0] > x ? -150 : 60, -58, 90, 60, kit.light.shade, 'fill-opacity="0.2"');
  const spires = minarets.map((dx) => minaret(kit, dx, Math.abs(dx) > 160 ? 285 : 245, depth)).join('');
  return at(
    x,
    y,
    scale,
    spires +
      half(0, -122, 66) +
      body +
      half(-78, -95, 36) +
      half(78, -95, 36) +
      half(0, -95, 42) +
      small +
      lights +
      shadow,
  );
}

function minaret(kit: Kit, x: number, height: number, depth: number): string {
  const stone = kit.lit(kit.palette.stone, depth);
  const balconies = [0.56, 0.78].map((share) =>
    path(`M${x - 10} ${-height * share}h20l-4 9h-12z`, kit.dim(kit.palette.stone, depth)),
  );
  const cap = polygon(
    [
      [x - 5.5, -height * 0.9],
      [x, -height * 1.12],
      [x + 5.5, -height * 0.9],
    ],
    kit.tone('#6d7c8a', depth),
  );
  return (
    rect(x - 5, -height * 0.9, 10, height * 0.9, stone) +
    rect(x + 1, -height * 0.9, 4, height * 0.9, kit.dim(kit.palette.stone, depth)) +
    balconies.join('') +
    cap
  );
}

/** A city-line ferry, 200 long at scale 1. */
export function ferry(kit: Kit, x: number, y: number, scale: number): string {
  const hull = path('M-100 -18H96Q112 -18 106 -8L96 6H-84Q-98 0 -100 -18z', kit.dim('#33404d'));
  const decks =
    rect(-84, -42, 164, 25, kit.lit('#f4efe4')) +
    rect(-62, -62, 120, 21, kit.tone('#f4efe4')) +
    windows(kit, -76, -36, [12, 1], [8, 11], [13, 20]) +
    windows(kit, -54, -57, [9, 1], [8, 10], [13, 20]);
  const funnel =
    polygon(
      [
        [4, -62],
        [8, -94],
        [28, -94],
        [30, -62],
      ],
      kit.tone('#e2a02c'),
    ) + rect(7, -94, 21, 8, kit.ink());
  const wake = path('M-98 8Q-190 4 -260 12Q-160 14 -92 12z', '#ffffff', 'fill-opacity="0.4"');
  return at(x, y, scale, wake + funnel + rect(-60, -66, 116, 5, kit.dim('#f4efe4')) + decks + hull);
}
