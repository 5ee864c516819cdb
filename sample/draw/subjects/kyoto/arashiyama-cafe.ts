import { glassFront } from '../../cafe.ts';
import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { pottedPlant } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { circle, path, polygon, rect, times, WIDTH } from '../../svg.ts';

export function arashiyamaCafe(kit: Kit): string {
  const hills =
    ridge(kit, 540, 170, kit.tone('#4f7a5a', 0.6), 1) +
    ridge(kit, 610, 110, kit.tone('#4f7a45', 0.42), 1.6) +
    times(60, () =>
      circle(
        kit.random.between(-10, 1610),
        kit.random.between(520, 640),
        kit.random.between(16, 34),
        kit.tone(kit.random.pick(['#5d8744', '#c9702f', '#b8442f', '#e0a23c', '#4f7a45']), 0.4),
      ),
    );
  const bridge =
    rect(-10, 668, 900, 12, kit.dim('#7a5a40', 0.25)) +
    times(45, (index) => rect(index * 20, 646, 4, 24, kit.dim('#7a5a40', 0.25))) +
    rect(-10, 644, 900, 5, kit.tone('#7a5a40', 0.25)) +
    times(12, (index) => rect(20 + index * 74, 678, 9, 50, kit.dim('#5a4534', 0.25)));
  const shop =
    polygon(
      [
        [850, 400],
        [930, 300],
        [1640, 300],
        [1640, 400],
      ],
      kit.tone(kit.palette.roof),
    ) +
    rect(850, 396, 800, 14, kit.dim(kit.palette.roof)) +
    rect(890, 408, 720, 520, kit.tone('#3d2f28')) +
    glassFront(kit, 920, 450, 420, 400, '#2a211d', 2) +
    rect(1380, 430, 220, 500, kit.tone('#e7d8ba')) +
    rect(1410, 520, 160, 410, kit.dim('#4a382c'));
  const noren =
    times(4, (index) =>
      path(
        `M${1408 + index * 42} 508h38l2 112q-20 8 -42 0z`,
        index % 2 ? kit.tone('#2f4a7a') : kit.lit('#35538a'),
      ),
    ) +
    rect(1396, 502, 190, 8, kit.dim('#7a5a40')) +
    circle(1492, 560, 20, '#f4efe0', 'fill-opacity="0.9"');
  const bench =
    rect(960, 900, 330, 16, kit.lit('#a9805a')) +
    rect(990, 914, 14, 66, kit.dim('#7a5a40')) +
    rect(1250, 914, 14, 66, kit.dim('#7a5a40')) +
    rect(1090, 868, 26, 32, kit.lit('#ffffff')) +
    rect(1090, 866, 26, 6, kit.ink());
  const bank =
    path('M-20 930H1640V1080H-20z', kit.tone('#b5aa95')) + rect(0, 924, WIDTH, 10, kit.lit('#d6cbb5'));
  return (
    hills +
    mist(690, 150, 0.45) +
    water(kit, 700, { to: 940 }) +
    bridge +
    bank +
    shop +
    noren +
    bench +
    pottedPlant(kit, 880, 985, 1.5, '#4a5058') +
    person(720, 1000, 230, kit.ink(), kit.tone('#2f4a7a')) +
    walker(520, 1000, 225, kit.ink(), kit.tone('#d8432a'))
  );
}
