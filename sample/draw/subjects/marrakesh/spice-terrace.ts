import { parasol, stringLights, tableSet } from '../../cafe.ts';
import type { Kit } from '../../kit.ts';
import { seated, walker } from '../../people.ts';
import { pottedPlant } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, path, polygon, rect, times, WIDTH } from '../../svg.ts';
import { atlas, koutoubia, medina } from './landmarks.ts';

export function spiceTerrace(kit: Kit): string {
  const basket = (x: number, y: number, color: string) =>
    ellipse(x, y, 30, 11, kit.dim('#a5763f')) +
    polygon(
      [
        [x - 30, y],
        [x + 30, y],
        [x + 22, y + 26],
        [x - 22, y + 26],
      ],
      kit.tone('#c99a5a'),
    ) +
    path(`M${x - 26} ${y}Q${x} ${y - 50} ${x + 26} ${y}z`, kit.tone(color));
  const spices = ['#d8742a', '#c23b2e', '#e8b53a', '#7d8f3f', '#8a4a2c', '#e0993a'];
  const square =
    polygon(
      [
        [-20, 690],
        [1640, 690],
        [1640, 800],
        [-20, 800],
      ],
      kit.tone('#d9a67f', 0.14),
    ) +
    times(22, (index) => basket(40 + index * 74, 718 + (index % 2) * 34, spices[index % 6] ?? '#d8742a')) +
    times(6, (index) =>
      walker(
        110 + index * 270,
        716,
        62,
        kit.ink(0.12),
        kit.tone(kit.random.pick(['#f4efe4', '#3f97a3', '#b8473d']), 0.1),
      ),
    );
  const shades = times(5, (index) => parasol(kit, 150 + index * 330, 740, 150, ['#efe0c4', '#c9a878']));
  const terrace =
    rect(0, 830, WIDTH, 240, kit.tone('#c9805c')) +
    times(27, (index) =>
      times(4, (row) =>
        polygon(
          [
            [index * 62 + (row % 2) * 31, 850 + row * 62],
            [index * 62 + 31 + (row % 2) * 31, 881 + row * 62],
            [index * 62 + (row % 2) * 31, 912 + row * 62],
            [index * 62 - 31 + (row % 2) * 31, 881 + row * 62],
          ],
          row % 2 ? kit.dim('#b86a4a') : kit.lit('#dba07c'),
          'fill-opacity="0.55"',
        ),
      ),
    ) +
    rect(0, 790, WIDTH, 44, kit.lit('#dba07c')) +
    rect(0, 834, WIDTH, 12, kit.light.shade, 'fill-opacity="0.25"');
  const pergola =
    rect(-10, 150, 1620, 18, kit.dim('#7a5a3c')) +
    [70, 800, 1530].map((x) => rect(x - 9, 150, 18, 690, kit.dim('#7a5a3c'))).join('') +
    times(60, (index) => rect(index * 27, 132, 13, 20, kit.tone('#a9824f')));
  const hanging = [250, 480, 1060, 1300]
    .map(
      (x, index) =>
        rect(x - 1, 168, 2, 60 + (index % 2) * 40, kit.ink()) +
        at(
          x,
          250 + (index % 2) * 40,
          1.2,
          circle(0, 12, 90, 'url(#lamp)') +
            path('M-30 0Q-34 40 0 48Q34 40 30 0Q20 -22 0 -24Q-20 -22 -30 0z', kit.tone('#c99a5a')) +
            times(5, (slit) => rect(-22 + slit * 10, -8, 4, 44, '#ffe2a0')),
        ),
    )
    .join('');
  const glass = (x: number, y: number) =>
    rect(x - 9, y - 26, 18, 26, kit.tone('#c9a23a'), 'rx="3" fill-opacity="0.9"') +
    ellipse(x, y - 26, 9, 3, kit.tone('#6f9a4a'));
  return (
    atlas(kit, 560) +
    mist(570, 110, 0.5) +
    medina(kit, 640, 0.42, [30, 90]) +
    koutoubia(kit, 1160, 620, 0.62, 0.4) +
    medina(kit, 690, 0.24, [20, 60]) +
    square +
    shades +
    terrace +
    tableSet(kit, 300, 1010, 1.7, '#c99a5a', '#3f97a3') +
    tableSet(kit, 830, 1030, 1.75, '#c99a5a', '#3f97a3') +
    tableSet(kit, 1330, 1010, 1.7, '#c99a5a', '#3f97a3') +
    [290, 316, 820, 850, 1320].map((x) => glass(x, x > 800 && x < 900 ? 910 : 892)).join('') +
    seated(1210, 1014, 175, kit.ink(), kit.tone('#2346b8')) +
    pergola +
    hanging +
    stringLights(kit, [70, 180], [800, 180], 90) +
    stringLights(kit, [800, 180], [1530, 180], 90) +
    pottedPlant(kit, 70, 1040, 2.2, '#2346b8') +
    pottedPlant(kit, 1540, 1040, 2.2, '#2346b8')
  );
}
