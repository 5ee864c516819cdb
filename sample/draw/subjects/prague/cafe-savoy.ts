import { awning, glassFront, tableSet } from '../../cafe.ts';
import { paving } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { seated, walker } from '../../people.ts';
import { pottedPlant } from '../../plants.ts';
import { circle, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { lantern } from '../../town.ts';
import { slantShade } from '../../wall.ts';

export function cafeSavoy(kit: Kit): string {
  const cream = '#efe0bd';
  const upper =
    rect(0, 0, WIDTH, 930, kit.tone(cream)) +
    times(4, (index) => {
      const x = 120 + index * 380;
      return (
        rect(x - 40, 20, 300, 300, kit.lit('#f8eed6')) +
        polygon(
          [
            [x - 50, 22],
            [x + 110, -50],
            [x + 270, 22],
          ],
          kit.dim('#d9c494'),
        ) +
        rect(x, 50, 90, 260, kit.pane()) +
        rect(x + 130, 50, 90, 260, kit.pane()) +
        rect(x + 40, 50, 8, 260, kit.lit('#ffffff')) +
        rect(x + 170, 50, 8, 260, kit.lit('#ffffff')) +
        rect(x - 40, 312, 300, 14, kit.dim('#d9c494')) +
        circle(x + 110, 0, 17, kit.lit('#d9b45a'))
      );
    });
  const arch = (x: number) =>
    path(`M${x - 16} 910V560a176 170 0 0 1 352 0V910z`, kit.lit('#f8eed6')) +
    glassFront(kit, x + 10, 580, 300, 320, '#5a3a28', 3) +
    path(`M${x + 8} 572a152 146 0 0 1 304 0z`, kit.light.lamps > 0.2 ? '#ffd994' : kit.tone('#d9a765')) +
    stroke(
      `M${x + 160} 572V426M${x + 160} 572L${x + 60} 470M${x + 160} 572L${x + 260} 470`,
      kit.tone('#5a3a28'),
      7,
    );
  const chandelier = [360, 800, 1240]
    .map(
      (x) =>
        circle(x, 600, 130, 'url(#lamp)', 'fill-opacity="0.7"') +
        times(7, (index) => circle(x - 36 + index * 12, 606 - Math.abs(3 - index) * 5, 5, '#fff6d8')),
    )
    .join('');
  return (
    upper +
    rect(0, 350, WIDTH, 20, kit.lit('#f8eed6')) +
    [200, 640, 1080].map(arch).join('') +
    chandelier +
    awning(kit, 150, 376, 1300, 60, ['#6f2f35', '#e9d9b4'], 54) +
    slantShade(kit, 1500, 905, 640) +
    paving(kit, 905, '#a39a8c') +
    tableSet(kit, 330, 1000, 1.4, '#5a3a28', '#ffffff') +
    tableSet(kit, 1010, 1024, 1.45, '#5a3a28', '#ffffff') +
    tableSet(kit, 1350, 1000, 1.35, '#5a3a28', '#ffffff') +
    seated(250, 1004, 155, kit.ink(), kit.tone('#3f5f86')) +
    pottedPlant(kit, 110, 1000, 1.9, '#6f2f35') +
    pottedPlant(kit, 1500, 1000, 1.9, '#6f2f35') +
    walker(680, 1040, 255, kit.ink(), kit.tone('#b8473d')) +
    lantern(kit, 580, 1000, 560, kit.ink())
  );
}
