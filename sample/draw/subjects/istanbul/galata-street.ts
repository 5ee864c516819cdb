import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { type Front, fronts, frontWindows, roadway, type Street } from '../../street.ts';
import { at, path, polygon, rect, stroke, times } from '../../svg.ts';
import { lantern } from '../../town.ts';

function galataTower(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const stone = '#c9a983';
  const side = kit.sun[0] > x ? -1 : 1;
  const shaft =
    rect(-46, -230, 92, 240, kit.tone(stone, depth)) +
    rect(side > 0 ? 8 : -46, -230, 38, 240, kit.dim(stone, depth), 'fill-opacity="0.75"');
  const courses = times(18, (row) =>
    rect(-46, -8 - row * 13, 92, 1.4, kit.dim(stone, depth), 'fill-opacity="0.5"'),
  );
  const slits = times(8, (index) =>
    rect(-20 + (index % 2) * 32, -46 - Math.floor(index / 2) * 46, 8, 17, kit.pane(depth), 'rx="4"'),
  );
  const gallery =
    rect(-54, -244, 108, 14, kit.lit(stone, depth)) +
    rect(-43, -286, 86, 42, kit.tone(stone, depth)) +
    times(6, (index) => path(`M${-38 + index * 13} -248v-22a5 6 0 0 1 10 0v22z`, kit.pane(depth))) +
    rect(-50, -296, 100, 11, kit.lit(stone, depth));
  const cone =
    polygon(
      [
        [-47, -296],
        [0, -392],
        [47, -296],
      ],
      kit.tone('#6f7f8d', depth),
    ) +
    polygon(
      side > 0
        ? [
            [6, -296],
            [0, -392],
            [47, -296],
          ]
        : [
            [-6, -296],
            [0, -392],
            [-47, -296],
          ],
      kit.dim('#6f7f8d', depth),
    );
  return at(
    x,
    y,
    scale,
    shaft + courses + slits + gallery + cone + stroke('M0 -390v-26', kit.lit('#d9b45a', depth), 3),
  );
}

const street: Street = { vanish: [800, 690], half: 310, drop: 300, near: 0.36, far: 3 };

/** Striped cloth that leans out over a shop. */
function awningOver(kit: Kit, front: Front, color: string): string {
  return times(8, (index) => {
    const [from, to] = [0.06 + index * 0.11, 0.06 + (index + 1) * 0.11];
    const cloth = index % 2 ? '#f1e4cc' : color;
    return (
      polygon(
        [
          front.point(from, 0.25),
          front.point(to, 0.25),
          front.point(to, 0.19, 70),
          front.point(from, 0.19, 70),
        ],
        kit.tone(cloth, front.depth),
      ) + front.part([from, to], [0.17, 0.192], kit.dim(cloth, front.depth), 70)
    );
  });
}

function houseFront(kit: Kit, front: Front): string {
  const { index, side, depth, shaded } = front;
  const walls = kit.palette.walls;
  const wall = walls[(index * 2 + (side > 0 ? 1 : 0)) % walls.length] ?? kit.palette.stone;
  const sill = (u: readonly [number, number], v: readonly [number, number]) =>
    front.part([u[0] - 0.03, u[1] + 0.03], [v[0] - 0.018, v[0]], kit.lit(wall, depth), 6);
  const shop =
    front.part([0.08, 0.92], [0, 0.2], kit.dim('#5b4636', depth)) +
    front.part([0.14, 0.52], [0.03, 0.17], kit.light.lamps > 0 ? '#f3c37c' : kit.pane(depth)) +
    front.part([0.62, 0.84], [0, 0.17], kit.dim('#3f3a3a', depth));
  const stripes = index === 1 || index === 3 ? awningOver(kit, front, side > 0 ? '#b83a34' : '#355a72') : '';
  return (
    front.part([0, 1], [0, 1], shaded ? kit.dim(wall, depth) : kit.tone(wall, depth)) +
    shop +
    stripes +
    frontWindows(kit, front, [3, 4], [0.28, 0.98], sill) +
    front.part([0, 1], [0.97, 1.02], kit.lit(kit.palette.stone, depth), 14) +
    front.part([0, 1], [1.02, 1.03], kit.dim(kit.palette.stone, depth), 14)
  );
}

export function galataStreet(kit: Kit): string {
  const lane = (side: 1 | -1) =>
    fronts(
      kit,
      street,
      {
        side,
        count: 6,
        rise: (index) => 430 + ((index * (side > 0 ? 37 : 53)) % 90),
        depth: 0.3,
      },
      (front) => houseFront(kit, front),
    );
  return (
    galataTower(kit, 800, 806, 1.72, 0.2) +
    mist(800, 160, 0.5) +
    roadway(kit, street, '#a89a88', '#8f8578', 0.62) +
    lane(-1) +
    lane(1) +
    lantern(kit, 500, 960, 330, kit.ink()) +
    walker(735, 900, 105, kit.ink(), kit.tone('#355a72')) +
    walker(930, 1000, 165, kit.ink(), kit.tone('#d9b45a'))
  );
}
