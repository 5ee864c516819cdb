import { awning, glassFront, tableSet } from '../../cafe.ts';
import { paving } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { seated, walker } from '../../people.ts';
import { pottedPlant } from '../../plants.ts';
import { polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { slantShade } from '../../wall.ts';

export function caffeTrieste(kit: Kit): string {
  const wall = rect(0, 0, WIDTH, 930, kit.tone('#e8d3ac')) + rect(0, 360, WIDTH, 16, kit.lit('#f6ecd8'));
  const bays = [160, 620, 1080]
    .map(
      (x) =>
        polygon(
          [
            [x, 360],
            [x, 30],
            [x + 50, 0],
            [x + 250, 0],
            [x + 300, 30],
            [x + 300, 360],
          ],
          kit.lit('#f3e4c4'),
        ) +
        rect(x, 30, 50, 330, kit.dim('#e0cda4'), 'fill-opacity="0.6"') +
        rect(x + 10, 70, 32, 210, kit.pane()) +
        rect(x + 70, 70, 70, 210, kit.pane()) +
        rect(x + 160, 70, 70, 210, kit.pane()) +
        rect(x + 258, 70, 32, 210, kit.pane()) +
        rect(x - 8, 348, 316, 16, kit.tone('#b8644a')),
    )
    .join('');
  const front =
    rect(60, 400, 1480, 530, kit.tone('#6f2f2a')) +
    glassFront(kit, 130, 560, 520, 320, '#6f2f2a', 4) +
    glassFront(kit, 950, 560, 520, 320, '#6f2f2a', 4) +
    glassFront(kit, 730, 540, 150, 390, '#8a3f34', 1);
  const band = times(3, (index) =>
    rect(60, 412 + index * 30, 1480, 30, kit.tone(['#3f7a4a', '#f3ead8', '#c8402a'][index] ?? '#f3ead8')),
  );
  const slope =
    polygon(
      [
        [-20, 900],
        [1640, 960],
        [1640, 1090],
        [-20, 1090],
      ],
      kit.tone('#9c958c'),
    ) + times(9, (index) => stroke(`M${-20 + index * 190} 900l-60 190`, kit.dim('#9c958c'), 2));
  return (
    wall +
    bays +
    front +
    band +
    awning(kit, 110, 500, 560, 74, ['#3f7a4a', '#f3ead8']) +
    awning(kit, 930, 500, 560, 74, ['#3f7a4a', '#f3ead8']) +
    slantShade(kit, 1130, 920, 300) +
    paving(kit, 920, '#9c958c') +
    slope +
    tableSet(kit, 270, 1004, 1.35, '#6f2f2a', '#f6f0e2') +
    tableSet(kit, 560, 1016, 1.35, '#6f2f2a', '#f6f0e2') +
    tableSet(kit, 1240, 1036, 1.35, '#6f2f2a', '#f6f0e2') +
    seated(490, 1020, 150, kit.ink(), kit.tone('#355a72')) +
    pottedPlant(kit, 700, 990, 1.5, '#b8644a') +
    walker(960, 1044, 255, kit.ink(), kit.tone('#f0b429'))
  );
}
