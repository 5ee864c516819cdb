import type { Kit } from '../../kit.ts';
import { couple, person } from '../../people.ts';
import { palm } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, n, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { towers, windows } from '../../town.ts';

export function angelIndependencia(kit: Kit): string {
  const stone = '#e3d3b8';
  const gold = kit.lit('#f0b429');
  const angel = at(
    800,
    250,
    1.35,
    path('M-10 0Q-16 -50 -8 -74Q0 -84 8 -74Q18 -40 12 0z', gold) +
      circle(0, -90, 9, gold) +
      stroke('M6 -72L26 -128', gold, 6) +
      circle(28, -134, 9, 'none', `stroke="${gold}" stroke-width="4"`) +
      path(
        'M-8 -70Q-40 -130 -92 -134Q-84 -84 -40 -56Q-20 -44 -8 -48zM8 -70Q40 -116 86 -112Q74 -66 36 -50Q18 -44 8 -48z',
        gold,
      ) +
      path('M2 -60Q30 -112 86 -112Q74 -66 36 -50Q18 -44 8 -48z', kit.dim('#d99a1e'), 'fill-opacity="0.6"') +
      stroke('M-8 -62L-34 -48', gold, 5),
  );
  const column =
    polygon(
      [
        [768, 790],
        [774, 300],
        [826, 300],
        [832, 790],
      ],
      kit.tone(stone),
    ) +
    polygon(
      [
        [806, 790],
        [806, 300],
        [826, 300],
        [832, 790],
      ],
      kit.dim(stone),
    ) +
    times(7, (index) => rect(767 - index * 0.2, 380 + index * 60, 66, 6, kit.lit(stone))) +
    polygon(
      [
        [762, 300],
        [748, 268],
        [852, 268],
        [838, 300],
      ],
      kit.lit(stone),
    ) +
    rect(740, 252, 120, 18, kit.tone(stone));
  const base =
    polygon(
      [
        [650, 850],
        [690, 740],
        [910, 740],
        [950, 850],
      ],
      kit.tone(stone),
    ) +
    rect(684, 728, 232, 16, kit.lit(stone)) +
    times(5, (index) =>
      rect(
        600 - index * 42,
        846 + index * 15,
        400 + index * 84,
        16,
        index % 2 ? kit.tone(stone) : kit.lit(stone),
      ),
    ) +
    [640, 960]
      .map((x) =>
        path(
          `M${x - 26} 850Q${x - 30} 800 ${x - 8} 784Q${x} 760 ${x + 10} 784Q${x + 30} 800 ${x + 26} 850z`,
          kit.dim('#5a6b5a'),
        ),
      )
      .join('') +
    path('M740 830h120v-60h-120z', kit.dim(stone));
  const glass = at(
    1270,
    840,
    1,
    polygon(
      [
        [-80, 0],
        [-80, -520],
        [30, -580],
        [80, -540],
        [80, 0],
      ],
      kit.tone('#7f97a8', 0.4),
    ) +
      polygon(
        [
          [30, 0],
          [30, -580],
          [80, -540],
          [80, 0],
        ],
        kit.dim('#7f97a8', 0.4),
      ) +
      windows(kit, -70, -500, [6, 24], [10, 8], [16, 20], 0.42),
  );
  const road =
    rect(0, 900, WIDTH, 180, kit.tone('#6d6a6e')) +
    ellipse(800, 930, 620, 56, kit.tone('#8a8680')) +
    ellipse(800, 918, 470, 40, kit.tone('#6f9a55')) +
    times(40, (index) =>
      circle(
        360 + index * 22.6,
        930 + Math.sin((index / 40) * Math.PI) * 28,
        9,
        kit.tone(index % 2 ? '#e0218a' : '#f0b429'),
      ),
    );
  const trail = times(9, (index) =>
    stroke(
      `M-20 ${1000 + index * 8}Q800 ${1064 + index * 4} 1640 ${990 + index * 9}`,
      index % 2 ? '#ff6a4a' : '#ffe0a0',
      3,
      `stroke-opacity="${n(kit.light.lamps * 0.7)}"`,
    ),
  );
  return (
    towers(kit, -20, 640, 850, [140, 380], 0.5) +
    towers(kit, 960, 1640, 850, [120, 330], 0.5) +
    glass +
    mist(850, 220, 0.5) +
    palm(kit, 330, 900, 320, 0.14) +
    palm(kit, 1120, 900, 300, 0.14) +
    palm(kit, 180, 930, 420, 0.05) +
    palm(kit, 1460, 930, 440, 0.05) +
    road +
    base +
    column +
    angel +
    trail +
    person(560, 912, 66, kit.ink()) +
    couple(1040, 914, 66, kit.ink(), kit.tone('#e0218a'))
  );
}
