import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { roundTree } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, path, polygon, rect, times, WIDTH } from '../../svg.ts';
import { towers } from '../../town.ts';

export function flatiron(kit: Kit): string {
  const stone = '#d3bd9c';
  const faceL = polygon(
    [
      [772, 880],
      [772, 120],
      [600, 232],
      [600, 861],
    ],
    kit.sun[0] < 800 ? kit.lit(stone, 0.04) : kit.dim(stone, 0.04),
  );
  const faceR = polygon(
    [
      [828, 880],
      [828, 120],
      [1080, 250],
      [1080, 861],
    ],
    kit.sun[0] < 800 ? kit.dim(stone, 0.04) : kit.tone(stone, 0.04),
  );
  const nose =
    rect(772, 112, 56, 770, kit.tone(stone)) +
    rect(804, 112, 24, 770, kit.dim(stone), 'fill-opacity="0.5"') +
    times(
      17,
      (row) => rect(784, 164 + row * 42, 12, 26, kit.pane()) + rect(804, 164 + row * 42, 12, 26, kit.pane()),
    );
  const panes = times(17, (row) =>
    times(6, (column) => {
      const left = (column + 0.6) / 6.4;
      const yl = 150 + 112 * left + row * (42 - 7.2 * left);
      const right = (column + 0.6) / 6.4;
      const yr = 150 + 130 * right + row * (42 - 8.2 * right);
      return (
        rect(772 - left * 172 - 6, yl, 12, 26 - 6 * left, kit.pane(0.06)) +
        rect(828 + right * 252 - 8, yr, 16, 26 - 7 * right, kit.pane(0.06))
      );
    }),
  );
  const band = (y: number, high: number, color: string) =>
    polygon(
      [
        [596, 232 + (y - 120) * 0.828],
        [770, y],
        [830, y],
        [1084, 250 + (y - 120) * 0.804],
        [1084, 250 + (y - 120) * 0.804 + high * 0.8],
        [830, y + high],
        [770, y + high],
        [596, 232 + (y - 120) * 0.828 + high * 0.8],
      ],
      color,
    );
  const cornice =
    band(92, 18, kit.lit(stone)) +
    band(110, 14, kit.dim(stone)) +
    band(280, 8, kit.lit(stone)) +
    band(690, 10, kit.lit(stone)) +
    band(780, 8, kit.dim(stone));
  const around =
    towers(kit, -20, 560, 850, [230, 470], 0.72) + towers(kit, 1120, 1640, 850, [260, 520], 0.72);
  const cab = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      ellipse(0, 2, 84, 8, kit.light.shade, 'fill-opacity="0.4"') +
        path('M-80 -6V-28Q-76 -36 -52 -38L-34 -60H28L48 -38Q76 -36 80 -26V-6z', kit.tone('#f2b518')) +
        path('M-44 -38L-30 -55H-4V-38zM2 -38V-55H24L38 -38z', kit.dim('#3f5563')) +
        rect(-12, -68, 24, 9, '#fff0c2') +
        circle(-48, -6, 14, kit.ink()) +
        circle(46, -6, 14, kit.ink()) +
        circle(78, -22, 5, '#fff4cf') +
        circle(78, -22, 50, 'url(#lamp)', `fill-opacity="${kit.light.lamps}"`),
    );
  const road =
    rect(0, 846, WIDTH, 240, kit.tone('#68666a')) +
    polygon(
      [
        [700, 880],
        [900, 880],
        [1080, 940],
        [520, 940],
      ],
      kit.lit('#a8a39a'),
    ) +
    times(8, (index) =>
      polygon(
        [
          [330 + index * 130, 1000],
          [400 + index * 130, 1000],
          [410 + index * 140, 1050],
          [310 + index * 138, 1050],
        ],
        kit.lit('#e8e4da'),
        'fill-opacity="0.7"',
      ),
    );
  return (
    around +
    mist(830, 260, 0.45) +
    faceL +
    faceR +
    panes +
    nose +
    cornice +
    rect(0, 846, WIDTH, 6, kit.ink(0.2)) +
    road +
    roundTree(kit, 420, 900, 190, 0.05) +
    roundTree(kit, 1310, 900, 210, 0.05) +
    cab(330, 960, 1.3) +
    cab(1240, 990, -1.5).replace('scale(-1.5 -1.5)', 'scale(-1.5 1.5)') +
    walker(790, 985, 120, kit.ink(), kit.tone('#b8473d')) +
    person(850, 935, 82, kit.ink())
  );
}
