import { ground } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { palm } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { circle, ellipse, path, polygon, rect, stroke, times } from '../../svg.ts';
import { koutoubia } from './landmarks.ts';

export function koutoubiaGarden(kit: Kit): string {
  const walls =
    rect(440, 690, 720, 90, kit.tone('#c98d63', 0.24)) +
    times(36, (index) => rect(440 + index * 20, 680, 11, 12, kit.tone('#c98d63', 0.24))) +
    times(11, (index) => path(`M${460 + index * 64} 780v-40q20 -34 40 0v40z`, kit.dim('#8a5638', 0.24)));
  const pool =
    polygon(
      [
        [700, 800],
        [900, 800],
        [1030, 1080],
        [570, 1080],
      ],
      kit.tone(kit.palette.water),
    ) +
    `<g opacity="0.4"><clipPath id="pool"><polygon points="700,800 900,800 1030,1080 570,1080"/></clipPath><g clip-path="url(#pool)"><g transform="translate(0 1590) scale(1 -1)">${koutoubia(kit, 800, 790, 1.42, 0.16)}</g></g></g>` +
    stroke('M700 800L570 1080M900 800L1030 1080', kit.lit('#efd9bf'), 14);
  const hedges = [-1, 1]
    .map((side) =>
      times(
        6,
        (index) =>
          ellipse(
            800 + side * (210 + index * 92 + index * index * 8),
            840 + index * 42,
            74 + index * 16,
            32 + index * 8,
            kit.dim(kit.palette.leaf),
          ) +
          times(5, () =>
            circle(
              800 + side * (210 + index * 92 + index * index * 8) + kit.random.between(-60, 60),
              826 + index * 40 + kit.random.between(-14, 16),
              6 + index,
              kit.tone(index % 2 ? '#e86a8a' : '#f0d0d8'),
            ),
          ),
      ),
    )
    .join('');
  return (
    mist(700, 200, 0.5) +
    koutoubia(kit, 800, 790, 1.42, 0.14) +
    walls +
    ground(kit, 776, '#cfa07c') +
    pool +
    hedges +
    [250, 420, 1190, 1370]
      .map((x, index) => palm(kit, x, 850 + (index % 2) * 30, 380 + (index % 3) * 60, 0.1))
      .join('') +
    palm(kit, 60, 1000, 740) +
    palm(kit, 1530, 1000, 690) +
    walker(1090, 950, 120, kit.ink(), kit.tone('#f4efe4')) +
    person(520, 930, 105, kit.ink(), kit.tone('#3f97a3'))
  );
}
