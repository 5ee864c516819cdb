import { awning } from '../../cafe.ts';
import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
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

export function galataStreet(kit: Kit): string {
  const tower = galataTower(kit, 790, 800, 1.72, 0.2);
  const lane = (side: 1 | -1) =>
    times(4, (index) => {
      const [near, next] = [index, index + 1].map((step) => 800 - 800 / (1 + step * 0.62)) as [
        number,
        number,
      ];
      const edge = (reach: number) => 800 + side * (800 - reach) * 1.06;
      const wall = kit.palette.walls[index % kit.palette.walls.length] ?? kit.palette.stone;
      const [topNear, topNext] = [-60 + near * 0.95, -60 + next * 0.95];
      const [footNear, footNext] = [1080 - near * 0.42, 1080 - next * 0.42];
      const face = polygon(
        [
          [edge(near), topNear],
          [edge(next), topNext],
          [edge(next), footNext],
          [edge(near), footNear],
        ],
        side * (kit.sun[0] - 800) > 0 ? kit.dim(wall, index * 0.07) : kit.tone(wall, index * 0.07),
      );
      const panes = times(8, (cell) => {
        const column = (Math.floor(cell / 4) + 0.55) / 2.1;
        const x = edge(near) + (edge(next) - edge(near)) * column;
        const top = topNear + (topNext - topNear) * column;
        const foot = footNear + (footNext - footNear) * column;
        const high = (foot - top) / 6;
        return rect(
          x - high * 0.2,
          top + high * (0.7 + (cell % 4) * 1.15),
          high * 0.4,
          high * 0.7,
          kit.pane(index * 0.08),
        );
      });
      return face + panes;
    });
  const road =
    polygon(
      [
        [-20, 1090],
        [600, 850],
        [1000, 850],
        [1620, 1090],
      ],
      kit.tone('#8f8578'),
    ) + times(9, (row) => rect(0, 858 + row * row * 3, WIDTH, 2, kit.light.shade, 'fill-opacity="0.18"'));
  const shop =
    awning(kit, 1290, 650, 300, 90, ['#b83a34', '#f1e4cc']) + lantern(kit, 380, 960, 330, kit.ink());
  return (
    tower +
    mist(860, 160, 0.5) +
    rect(0, 846, WIDTH, 240, kit.dim('#8f8578')) +
    road +
    lane(-1) +
    lane(1) +
    shop +
    walker(705, 930, 118, kit.ink(), kit.tone('#355a72')) +
    walker(900, 1000, 160, kit.ink(), kit.tone('#d9b45a'))
  );
}
