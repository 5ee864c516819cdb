import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { towers } from '../../town.ts';

export function brooklynBridge(kit: Kit): string {
  const stone = '#a08a70';
  const far = towers(kit, -20, 640, 800, [120, 300], 0.6) + towers(kit, 960, 1640, 800, [100, 340], 0.6);
  const opening = (x: number) => `M${x - 52} 640V330Q${x - 50} 250 ${x} 210Q${x + 50} 250 ${x + 52} 330V640z`;
  const tower =
    path(
      `M560 660L572 120H1028L1040 660z${opening(690)}${opening(910)}`,
      kit.tone(stone, 0.12),
      'fill-rule="evenodd"',
    ) +
    path('M1000 660V120H1028L1040 660z', kit.dim(stone, 0.12)) +
    [690, 910]
      .map((x) =>
        path(
          `M${x + 52} 640V330Q${x + 50} 250 ${x} 210Q${x + 36} 250 ${x + 34} 330V640z`,
          kit.dim(stone, 0.12),
        ),
      )
      .join('') +
    rect(556, 96, 488, 30, kit.lit(stone, 0.12)) +
    rect(546, 86, 508, 14, kit.tone(stone, 0.12)) +
    times(22, (row) => rect(568, 140 + row * 24, 464, 2, kit.dim(stone, 0.12), 'fill-opacity="0.3"'));
  const flag =
    stroke('M800 88V18', kit.ink(0.1), 4) +
    path('M802 20q30 -12 56 0v34q-28 12 -56 0z', kit.tone('#b8342f', 0.1)) +
    rect(802, 22, 24, 16, kit.tone('#2f4f86', 0.1));
  const stays = [-1, 1]
    .map(
      (side) =>
        times(9, (index) =>
          stroke(
            `M${800 + side * 30} 110L${800 + side * (170 + index * 114)} ${700 + index * 57}`,
            kit.ink(0.12),
            2.6,
          ),
        ) +
        times(9, (index) =>
          stroke(
            `M${800 + side * (230 + index * 76)} ${190 + index * 46}L${800 + side * (300 + index * 110)} 1080`,
            kit.ink(0.12),
            2,
            'stroke-opacity="0.8"',
          ),
        ) +
        stroke(
          `M${800 + side * 130} 110Q${800 + side * 420} 330 ${800 + side * 840} 560`,
          kit.tone('#b8a488', 0.04),
          15,
        ),
    )
    .join('');
  const boards =
    polygon(
      [
        [726, 660],
        [874, 660],
        [1380, 1090],
        [220, 1090],
      ],
      kit.tone('#a98d6c'),
    ) +
    times(22, (index) =>
      rect(0, 664 + index * index * 0.9, WIDTH, 2 + index * 0.12, kit.light.shade, 'fill-opacity="0.26"'),
    );
  const sides =
    polygon(
      [
        [726, 660],
        [560, 660],
        [-20, 800],
        [-20, 1090],
        [220, 1090],
      ],
      kit.dim('#6b5d52'),
    ) +
    polygon(
      [
        [874, 660],
        [1040, 660],
        [1640, 800],
        [1640, 1090],
        [1380, 1090],
      ],
      kit.dim('#6b5d52'),
    );
  const rail = [-1, 1]
    .map(
      (side) =>
        stroke(`M${800 + side * 78} 640L${800 + side * 640} 1000`, kit.ink(), 7) +
        stroke(`M${800 + side * 76} 652L${800 + side * 610} 1050`, kit.ink(), 4) +
        times(12, (index) =>
          rect(
            800 + side * (80 + (index / 12) ** 1.6 * 540) - 2,
            640 + (index / 12) ** 1.6 * 350,
            4 + index * 0.6,
            26 + index * 11,
            kit.ink(),
          ),
        ),
    )
    .join('');
  return (
    far +
    mist(790, 260, 0.5) +
    rect(0, 660, WIDTH, 430, kit.dim('#6b5d52', 0.2)) +
    flag +
    tower +
    sides +
    boards +
    stays +
    rail +
    person(770, 730, 66, kit.ink()) +
    walker(842, 790, 100, kit.ink(), kit.tone('#f0b429')) +
    walker(700, 890, 165, kit.ink(), kit.tone('#47728c'))
  );
}
