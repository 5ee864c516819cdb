import type { Kit } from '../../kit.ts';
import { at, circle, ellipse, n, path, type Point, polygon, rect, stroke, times } from '../../svg.ts';
import { windows } from '../../town.ts';

/** The Koutoubia minaret, 420 high at scale 1. */
export function koutoubia(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const stone = '#c98d63';
  const side = kit.sun[0] > x ? -62 : 20;
  const arches = [-90, -180, -262]
    .map(
      (top) =>
        path(
          `M-30 ${top + 40}V${top}Q-28 ${top - 24} -15 ${top - 28}Q-2 ${top - 24} 0 ${top}Q2 ${top - 24} 15 ${top - 28}Q28 ${top - 24} 30 ${top}V${top + 40}z`,
          kit.dim('#8a5638', depth),
        ) + rect(-7, top + 2, 14, 38, kit.pane(depth)),
    )
    .join('');
  const lattice = times(11, (index) =>
    stroke(`M${-58 + index * 11.6} -304q6 -12 11.6 0`, kit.dim('#8a5638', depth), 2.5),
  );
  const tile = rect(-62, -336, 124, 13, kit.tone('#3f9a9a', depth));
  const merlons = times(7, (index) =>
    polygon(
      [
        [-61 + index * 18, -336],
        [-61 + index * 18, -350],
        [-54 + index * 18, -358],
        [-47 + index * 18, -350],
        [-47 + index * 18, -336],
      ],
      kit.tone(stone, depth),
    ),
  );
  const top =
    rect(-28, -412, 56, 80, kit.tone(stone, depth)) +
    rect(side < 0 ? -28 : 8, -412, 20, 80, kit.dim(stone, depth)) +
    path('M-13 -350v-30q13 -18 26 0v30z', kit.dim('#8a5638', depth)) +
    path('M-27 -412Q-24 -442 0 -446Q24 -442 27 -412z', kit.lit(stone, depth)) +
    [-454, -468, -480].map((cy, index) => circle(0, cy, 8 - index * 1.8, kit.lit('#e0ab3c', depth))).join('');
  return at(
    x,
    y,
    scale,
    top +
      rect(-62, -330, 124, 334, kit.tone(stone, depth)) +
      rect(side, -330, 42, 334, kit.dim(stone, depth), 'fill-opacity="0.75"') +
      arches +
      lattice +
      tile +
      merlons,
  );
}

export function atlas(kit: Kit, y: number): string {
  const peaks: Point[] = [[-20, y]];
  for (let x = 0; x <= 1640; x += 82)
    peaks.push([x, y - 90 - (x % 164 ? 110 : 20) - kit.random.between(0, 80)]);
  const snow = peaks
    .filter(([, top]) => top < y - 170)
    .map(([x, top]) =>
      polygon(
        [
          [x, top],
          [x + 44, top + 58],
          [x + 16, top + 46],
          [x, top + 66],
          [x - 18, top + 44],
          [x - 42, top + 60],
        ],
        kit.lit('#ffffff', 0.42),
      ),
    )
    .join('');
  return polygon([...peaks, [1660, y + 40], [-20, y + 40]], kit.tone('#7d7f9a', 0.62)) + snow;
}

export function medina(kit: Kit, y: number, depth: number, height: readonly [number, number]): string {
  return times(22, (index) => {
    const x = -30 + index * 76;
    const tall = kit.random.between(...height);
    const wall = kit.random.pick(kit.palette.walls);
    const dish =
      kit.random.next() > 0.6
        ? stroke(`M${n(x + 20)} ${n(y - tall)}v-30`, kit.ink(depth), 2) +
          ellipse(x + 24, y - tall - 32, 13, 9, kit.lit('#efe6d4', depth))
        : '';
    return (
      dish +
      rect(x, y - tall, 92, tall + 200, kit.tone(wall, depth)) +
      rect(x + 66, y - tall, 26, tall + 200, kit.dim(wall, depth), 'fill-opacity="0.5"') +
      rect(x - 2, y - tall - 5, 96, 8, kit.lit(wall, depth)) +
      windows(kit, x + 16, y - tall + 22, [2, 1], [13, 22], [34, 30], depth)
    );
  });
}
