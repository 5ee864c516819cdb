import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, HEIGHT, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';

/** A yellow Remodelado tram seen from the front, 150 wide at scale 1. */
function tram(kit: Kit, x: number, y: number, scale: number, body = '#f0b323'): string {
  const glass = kit.light.lamps > 0.2 ? '#ffdf9e' : kit.dim('#4d6474');
  const shell =
    path('M-72 -10V-150Q-72 -176 -44 -180H44Q72 -176 72 -150V-10z', kit.tone(body)) +
    rect(-72, -84, 144, 8, kit.lit('#f6efe0'));
  const roof =
    path('M-74 -164Q-60 -190 -40 -192H40Q60 -190 74 -164z', kit.lit('#f6efe0')) +
    rect(-28, -206, 56, 17, kit.tone('#39413f'), 'rx="4"');
  const panes =
    rect(-60, -152, 34, 60, glass, 'rx="4"') +
    rect(-20, -152, 40, 60, glass, 'rx="4"') +
    rect(26, -152, 34, 60, glass, 'rx="4"');
  const lamp =
    circle(0, -48, 15, kit.dim('#6b5520')) + circle(0, -48, 11, '#fff4cf') + circle(0, -48, 80, 'url(#lamp)');
  const bumper = rect(-66, -22, 132, 14, kit.dim('#3a3633')) + rect(-52, -10, 104, 12, kit.ink());
  const shade = rect(kit.sun[0] > x ? -72 : 34, -164, 38, 154, kit.light.shade, 'fill-opacity="0.22"');
  return at(
    x,
    y,
    scale,
    ellipse(0, 2, 96, 10, kit.light.shade, 'fill-opacity="0.45"') +
      bumper +
      shell +
      roof +
      panes +
      shade +
      lamp,
  );
}

export function bicaTram(kit: Kit): string {
  const river = water(kit, 560, { to: 700 }) + ridge(kit, 566, 40, kit.tone('#7b8a9a', 0.82), 1.3);
  const lane = (side: 1 | -1) =>
    times(5, (index) => {
      const x = (step: number) => 800 + side * (150 + 720 / (1 + (4 - step) * 0.62));
      const [far, near] = [x(index - 0.98), x(index)];
      const top = (step: number) => 420 - 105 * step - (index % 2) * 18;
      const foot = (step: number) => 690 + step * 84;
      const wall =
        kit.palette.walls[(index * 2 + (side > 0 ? 1 : 0)) % kit.palette.walls.length] ?? kit.palette.stone;
      const depth = 0.34 - index * 0.075;
      const face = polygon(
        [
          [far, top(index - 1) + 70],
          [near, top(index)],
          [near, foot(index) + 60],
          [far, foot(index - 1)],
        ],
        side * (kit.sun[0] - 800) > 0 ? kit.dim(wall, depth) : kit.tone(wall, depth),
      );
      const panes = times(6, (cell) => {
        const share = cell % 2 ? 0.72 : 0.28;
        const px = far + (near - far) * share;
        const high = (foot(index) - top(index)) / 4.6;
        const py = top(index) + 70 * (1 - share) + high * (0.5 + Math.floor(cell / 2) * 1.15);
        const wide = Math.abs(near - far) * 0.2;
        const balcony =
          rect(px - wide * 0.8, py + high * 0.62, wide * 1.6, 5, kit.ink(depth)) +
          (cell === 3 ? circle(px, py + high * 0.6, wide * 0.5, kit.tone('#d8567a', depth)) : '');
        return rect(px - wide / 2, py, wide, high * 0.62, kit.pane(depth)) + balcony;
      });
      return face + panes;
    });
  const street_ =
    polygon(
      [
        [730, 690],
        [870, 690],
        [1330, HEIGHT],
        [270, HEIGHT],
      ],
      kit.tone('#a89f92'),
    ) +
    [
      [770, 540],
      [830, 1060],
    ]
      .map(([top, foot]) =>
        polygon(
          [
            [top ?? 0, 690],
            [(top ?? 0) + 4, 690],
            [(foot ?? 0) + 12, HEIGHT],
            [(foot ?? 0) - 4, HEIGHT],
          ],
          kit.lit('#5c6068'),
        ),
      )
      .join('');
  const bunting =
    stroke('M420 330Q800 470 1190 310', kit.ink(0.2), 2) +
    times(14, (index) =>
      polygon(
        [
          [450 + index * 52, 345 + Math.sin((index / 13) * 3.14) * 58],
          [478 + index * 52, 345 + Math.sin((index / 13) * 3.14) * 58],
          [464 + index * 52, 380 + Math.sin((index / 13) * 3.14) * 58],
        ],
        kit.tone(['#d8342f', '#f4c534', '#3f8fae', '#5c9a5a'][index % 4] ?? '#d8342f'),
      ),
    );
  return (
    river +
    mist(690, 120, 0.5) +
    rect(0, 688, WIDTH, 400, kit.dim('#a89f92')) +
    street_ +
    lane(-1) +
    lane(1) +
    stroke('M800 0L800 640', kit.ink(0.3), 2) +
    bunting +
    tram(kit, 800, 950, 1.75) +
    walker(1060, 1010, 165, kit.ink(), kit.tone('#355a72'))
  );
}
