import type { Kit } from '../../kit.ts';
import { palm } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { circle, rect, times, WIDTH } from '../../svg.ts';
import { atlas, koutoubia, medina } from './landmarks.ts';

export function marrakeshSkyline(kit: Kit): string {
  const rampart =
    rect(-20, 880, 1660, 200, kit.tone('#c9805c')) +
    times(52, (index) => rect(index * 32 - 8, 862, 19, 22, kit.tone('#c9805c'))) +
    times(70, () =>
      circle(
        kit.random.between(0, WIDTH),
        kit.random.between(900, 1060),
        5,
        kit.dim('#a5603f'),
        'fill-opacity="0.7"',
      ),
    ) +
    [220, 900, 1420]
      .map(
        (x) =>
          rect(x, 820, 130, 260, kit.lit('#d68c6a')) +
          rect(x + 88, 820, 42, 260, kit.dim('#c9805c')) +
          times(5, (index) => rect(x - 2 + index * 28, 804, 18, 18, kit.lit('#d68c6a'))),
      )
      .join('');
  return (
    atlas(kit, 700) +
    mist(700, 130, 0.6) +
    medina(kit, 760, 0.46, [20, 66]) +
    koutoubia(kit, 640, 770, 1.05, 0.28) +
    [180, 330, 1000, 1130, 1210].map((x, index) => palm(kit, x, 800, 150 + (index % 3) * 40, 0.3)).join('') +
    mist(790, 90, 0.4) +
    medina(kit, 830, 0.24, [20, 76]) +
    palm(kit, 500, 900, 280, 0.12) +
    palm(kit, 1260, 900, 330, 0.1) +
    rampart +
    palm(kit, 110, 1080, 520) +
    palm(kit, 1540, 1080, 460)
  );
}
