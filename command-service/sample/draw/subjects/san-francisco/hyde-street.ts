import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person } from '../../people.ts';
import { roundTree } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, HEIGHT, path, polygon, rect, times, WIDTH } from '../../svg.ts';

export function hydeStreet(kit: Kit): string {
  const bay = ridge(kit, 520, 60, kit.tone('#7b8a94', 0.82), 1.2) + water(kit, 530, { to: 760 });
  const alcatraz = at(
    800,
    560,
    1,
    path('M-190 0Q-160 -34 -90 -40L120 -44Q170 -30 200 0z', kit.tone('#8a8272', 0.55)) +
      rect(-60, -76, 130, 36, kit.tone('#d3c9b4', 0.5)) +
      rect(-90, -58, 40, 20, kit.tone('#d3c9b4', 0.5)) +
      rect(84, -100, 10, 62, kit.tone('#e4dcc8', 0.5)) +
      rect(-130, -60, 12, 26, kit.tone('#c9bca4', 0.5)),
  );
  const row = (side: 1 | -1) =>
    times(5, (index) => {
      const near = 1.5 ** index;
      const x = 800 + side * (120 + near * 44);
      const out = 800 + side * (120 + near * 1.5 * 44);
      const wall = kit.palette.walls[(index + (side > 0 ? 0 : 3)) % kit.palette.walls.length] ?? '#e8c9a0';
      const depth = Math.max(0, 0.32 - index * 0.07);
      const [top, foot] = [600 - near * 84 + index * 10, 730 + near * 62];
      const bays = times(
        3,
        (level) =>
          rect(
            Math.min(x, out) + Math.abs(out - x) * 0.25,
            top + (foot - top) * (0.1 + level * 0.26),
            Math.abs(out - x) * 0.2,
            (foot - top) * 0.15,
            kit.pane(depth),
          ) +
          rect(
            Math.min(x, out) + Math.abs(out - x) * 0.56,
            top + (foot - top) * (0.1 + level * 0.26),
            Math.abs(out - x) * 0.2,
            (foot - top) * 0.15,
            kit.pane(depth),
          ),
      );
      return (
        rect(
          Math.min(x, out),
          top,
          Math.abs(out - x),
          700,
          side * (kit.sun[0] - 800) > 0 ? kit.dim(wall, depth) : kit.tone(wall, depth),
        ) +
        rect(
          Math.min(x, out) - 4,
          top - near * 5,
          Math.abs(out - x) + 8,
          near * 7,
          kit.lit('#efe6d4', depth),
        ) +
        bays
      );
    });
  const hill =
    path('M690 690H910L1330 1090H270z', kit.tone('#8a8680')) +
    [
      [776, 640],
      [824, 960],
      [786, 700],
      [814, 900],
    ]
      .map(([top = 0, foot = 0]) =>
        polygon(
          [
            [top - 1, 690],
            [top + 2, 690],
            [foot + 6, HEIGHT],
            [foot - 6, HEIGHT],
          ],
          kit.dim('#54525a'),
        ),
      )
      .join('') +
    times(7, (index) => rect(0, 700 + index * index * 9, WIDTH, 3, kit.light.shade, 'fill-opacity="0.14"'));
  const car = at(
    800,
    960,
    1.9,
    ellipse(0, 2, 92, 10, kit.light.shade, 'fill-opacity="0.4"') +
      rect(-70, -60, 140, 48, kit.tone('#7d2a2f')) +
      rect(-70, -64, 140, 7, kit.lit('#d9b45a')) +
      rect(-70, -18, 140, 6, kit.lit('#d9b45a')) +
      rect(-58, -124, 116, 62, kit.light.lamps > 0.2 ? '#ffdf9e' : kit.dim('#4d6474')) +
      [-62, -22, 18, 56].map((dx) => rect(dx, -128, 7, 70, kit.tone('#b8895a'))).join('') +
      path('M-80 -126Q-60 -150 -44 -152H44Q60 -150 80 -126z', kit.tone('#e9dfc8')) +
      rect(-46, -164, 92, 14, kit.tone('#7d2a2f')) +
      circle(0, -38, 13, '#fff4cf') +
      circle(0, -38, 70, 'url(#lamp)') +
      rect(-60, -12, 120, 14, kit.ink()),
  );
  const riders = [-1, 1]
    .map((side) => person(800 + side * 160, 930, 170, kit.ink(), kit.tone(side > 0 ? '#355a72' : '#c8402a')))
    .join('');
  return (
    bay +
    alcatraz +
    mist(620, 150, 0.55) +
    rect(0, 686, WIDTH, 400, kit.dim('#8a8680')) +
    roundTree(kit, 610, 760, 120, 0.24) +
    roundTree(kit, 1000, 760, 130, 0.24) +
    row(-1) +
    row(1) +
    hill +
    car +
    riders
  );
}
