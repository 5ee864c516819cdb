import { ground } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple, seated, walker } from '../../people.ts';
import { roundTree, treeline } from '../../plants.ts';
import { at, circle, path, polygon, rect, stroke, times } from '../../svg.ts';
import { paintedWall } from '../../wall.ts';
import { volcanoes } from './landmarks.ts';

export function unamLibrary(kit: Kit): string {
  const ochre = ['#c9803c', '#a5502f', '#5a7a6a', '#2f5f7a', '#e3c08a', '#7a3a2c', '#d9a84a'] as const;
  const cells = times(420, () =>
    rect(
      340 + Math.floor(kit.random.between(0, 46)) * 20,
      120 + Math.floor(kit.random.between(0, 28)) * 20,
      18,
      18,
      kit.random.pick(ochre),
      'fill-opacity="0.5"',
    ),
  );
  const ring = (x: number, y: number, radius: number, first: string, second: string) =>
    times(6, (index) => circle(x, y, radius * (1 - index * 0.16), index % 2 ? first : second)) +
    times(
      16,
      (index) =>
        `<g transform="rotate(${index * 22.5} ${x} ${y})">${polygon(
          [
            [x - 9, y - radius],
            [x, y - radius * 1.28],
            [x + 9, y - radius],
          ],
          first,
        )}</g>`,
    );
  const pyramid = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      times(5, (index) =>
        rect(-90 + index * 16, -24 * (index + 1), 180 - index * 32, 24, index % 2 ? '#e3c08a' : '#7a3a2c'),
      ) +
        rect(-10, -120, 20, 120, '#d9a84a') +
        rect(-20, -146, 40, 28, '#2f5f7a'),
    );
  const snake =
    stroke('M360 640q60 -50 120 0t120 0t120 0t120 0t120 0t120 0t120 0t80 -20', '#2f7f5a', 26) +
    stroke(
      'M360 640q60 -50 120 0t120 0t120 0t120 0t120 0t120 0t120 0t80 -20',
      '#f3d9a8',
      8,
      'stroke-dasharray="4 22"',
    );
  const eagle = at(
    800,
    290,
    1.15,
    path(
      'M0 -90Q40 -70 36 -20Q120 -100 190 -60Q150 -50 160 -20Q120 -20 120 10Q70 0 40 40Q30 100 0 120Q-30 100 -40 40Q-70 0 -120 10Q-120 -20 -160 -20Q-150 -50 -190 -60Q-120 -100 -36 -20Q-40 -70 0 -90z',
      '#7a3a2c',
    ) +
      path('M0 -90Q30 -80 44 -56L14 -50z', '#e3c08a') +
      circle(6, -66, 6, '#e3c08a'),
  );
  const art =
    rect(340, 110, 920, 580, '#b8683c') +
    cells +
    rect(776, 110, 48, 580, '#d9a84a') +
    ring(540, 420, 110, '#e3c08a', '#7a3a2c') +
    ring(1060, 420, 110, '#2f5f7a', '#f3d9a8') +
    pyramid(470, 620, 0.8) +
    pyramid(1130, 620, 0.8) +
    pyramid(430, 250, 0.7) +
    pyramid(1170, 250, 0.7) +
    circle(620, 200, 44, '#f6d24a') +
    circle(980, 200, 40, '#f3ead8') +
    eagle +
    snake;
  const tower =
    paintedWall(kit, { x: 340, y: 110, width: 920, height: 580 }, '#b8683c', art, 'plaster') +
    polygon(
      [
        [1260, 110],
        [1340, 150],
        [1340, 690],
        [1260, 690],
      ],
      kit.dim('#8a4a2c'),
    ) +
    times(10, (index) =>
      rect(
        1276 + (index % 3) * 20,
        180 + Math.floor(index / 3) * 130,
        12,
        60,
        kit.light.shade,
        'fill-opacity="0.35"',
      ),
    ) +
    rect(330, 98, 940, 16, kit.lit('#d9c9ae'));
  const base =
    rect(220, 690, 1200, 26, kit.lit('#e3d3b8')) +
    rect(240, 716, 1160, 110, kit.dim('#4d6474')) +
    times(30, (index) => rect(244 + index * 39, 716, 6, 110, kit.tone('#d9c9ae'))) +
    rect(160, 822, 1300, 46, kit.tone('#5a5450')) +
    times(60, () =>
      rect(
        kit.random.between(160, 1430),
        kit.random.between(824, 850),
        kit.random.between(16, 36),
        13,
        kit.lit('#6f6862'),
        'fill-opacity="0.5"',
      ),
    );
  const lawn =
    ground(kit, 860, '#7fa05a') +
    polygon(
      [
        [700, 866],
        [900, 866],
        [1200, 1080],
        [400, 1080],
      ],
      kit.lit('#d9c9ae'),
    );
  return (
    volcanoes(kit, 760) +
    treeline(kit, -20, 1640, 850, 130, 0.26) +
    tower +
    base +
    lawn +
    roundTree(kit, 120, 940, 380) +
    roundTree(kit, 1510, 950, 400) +
    couple(620, 960, 95, kit.ink(), kit.tone('#e0218a')) +
    walker(900, 1010, 135, kit.ink(), kit.tone('#3fa3a0')) +
    seated(1240, 1000, 76, kit.ink())
  );
}
