import { ground } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { palm, pottedPlant } from '../../plants.ts';
import { at, circle, ellipse, path, polygon, rect, stroke, times } from '../../svg.ts';

export function majorelle(kit: Kit): string {
  const blue = '#2440c4';
  const villa =
    rect(430, 330, 760, 440, kit.tone(blue)) +
    rect(960, 330, 230, 440, kit.dim(blue), 'fill-opacity="0.5"') +
    rect(410, 310, 800, 26, kit.lit(blue)) +
    rect(560, 210, 380, 104, kit.tone(blue)) +
    rect(545, 196, 410, 20, kit.lit(blue)) +
    times(
      3,
      (index) =>
        path(`M${480 + index * 160} 560v-110q50 -66 100 0v110z`, kit.dim('#14237a')) +
        stroke(`M${480 + index * 160} 560v-110q50 -66 100 0v110z`, kit.lit('#f2c531'), 8) +
        times(4, (bar) => rect(496 + index * 160 + bar * 21, 440, 4, 120, kit.lit('#f2c531'))),
    ) +
    path('M1000 770V500q60 -84 120 0v270z', kit.dim('#14237a')) +
    stroke('M1000 770V500q60 -84 120 0v270', kit.lit('#3fb8a0'), 10) +
    rect(440, 600, 520, 12, kit.lit(blue)) +
    times(22, (index) => rect(446 + index * 24, 612, 8, 80, kit.lit('#3fb8a0'))) +
    rect(440, 690, 520, 10, kit.lit(blue));
  const basin =
    polygon(
      [
        [480, 800],
        [1120, 800],
        [1330, 1080],
        [270, 1080],
      ],
      kit.tone('#4fa89a'),
    ) +
    polygon(
      [
        [560, 800],
        [1040, 800],
        [1120, 900],
        [480, 900],
      ],
      kit.tone(blue),
      'fill-opacity="0.35"',
    ) +
    stroke('M480 800L270 1080M1120 800L1330 1080M480 800H1120', kit.lit(blue), 20) +
    times(16, () => {
      const [x, y] = [kit.random.between(470, 1140), kit.random.between(860, 1050)];
      return (
        ellipse(x, y, 34, 9, kit.tone('#5f9a54')) +
        (kit.random.next() > 0.5 ? circle(x, y - 8, 9, kit.lit('#f3a8c4')) : '')
      );
    });
  const cactus = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      times(5, (index) =>
        rect(
          -44 + index * 19,
          -150 - ((index * 37) % 60),
          16,
          156 + ((index * 37) % 60),
          index % 2 ? kit.tone('#6f9a5c') : kit.dim('#5f8a50'),
          'rx="8"',
        ),
      ),
    );
  const paddles = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      [
        [0, -34, 30],
        [-30, -80, 26],
        [28, -86, 28],
        [-8, -128, 24],
        [48, -134, 22],
        [-52, -124, 20],
      ]
        .map(([dx = 0, dy = 0, size = 0], index) =>
          ellipse(dx, dy, size, size * 1.25, index % 2 ? kit.tone('#7fa865') : kit.dim('#6b9456')),
        )
        .join('') + circle(-8, -160, 7, kit.tone('#e8653a')),
    );
  const pots = [
    [230, 1010, '#f2c531'],
    [1370, 1010, '#f28a2e'],
    [400, 830, '#f2c531'],
    [1200, 830, '#5ab0c8'],
  ] as const;
  return (
    times(16, (index) => palm(kit, 30 + index * 105, 780, 440 + (index % 4) * 90, 0.24)) +
    villa +
    ground(kit, 764, '#b8584a') +
    basin +
    paddles(130, 860, 1.7) +
    cactus(310, 830, 1.5) +
    cactus(1330, 830, 1.7) +
    paddles(1480, 880, 1.8) +
    pots.map(([x, y, color]) => pottedPlant(kit, x, y, y > 900 ? 2 : 1.2, color)).join('') +
    walker(900, 796, 100, kit.ink(), kit.tone('#f4efe4')) +
    at(
      1560,
      1090,
      1,
      times(9, (index) =>
        path(
          `M0 0Q${-60 - index * 16} ${-160 + index * 4} ${-30 - index * 34} ${-330 + index * 34}Q${-20 - index * 14} -140 14 0z`,
          kit.dim('#3f6a42'),
        ),
      ),
    )
  );
}
