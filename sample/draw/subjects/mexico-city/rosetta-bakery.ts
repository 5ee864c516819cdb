import { awning, glassFront, tableSet } from '../../cafe.ts';
import { paving } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { seated, walker } from '../../people.ts';
import { pottedPlant } from '../../plants.ts';
import { circle, path, rect, stroke, times, WIDTH } from '../../svg.ts';
import { lantern } from '../../town.ts';
import { slantShade } from '../../wall.ts';

export function rosettaBakery(kit: Kit): string {
  const pink = '#e8a596';
  const facade =
    rect(0, 0, WIDTH, 930, kit.tone(pink)) +
    rect(0, 400, WIDTH, 18, kit.lit('#f8e6d8')) +
    times(4, (index) => {
      const x = 130 + index * 390;
      return (
        path(`M${x - 22} 360V80a102 70 0 0 1 204 0V360z`, kit.lit('#f8e6d8')) +
        path(`M${x} 350V90a80 56 0 0 1 160 0V350z`, kit.pane()) +
        rect(x + 76, 40, 8, 310, kit.lit('#f8e6d8')) +
        rect(x - 40, 350, 240, 14, kit.lit('#f8e6d8')) +
        times(13, (bar) => stroke(`M${x - 34 + bar * 19} 352v-84q8 -14 16 0`, kit.ink(), 3)) +
        rect(x - 40, 262, 240, 6, kit.ink())
      );
    });
  const loaves = (x: number, y: number) =>
    times(
      6,
      (index) =>
        path(`M${x + index * 46} ${y}q4 -26 20 -26t20 26z`, kit.tone(index % 2 ? '#c9803c' : '#d99a4a')) +
        stroke(
          `M${x + 10 + index * 46} ${y - 10}l8 -9M${x + 20 + index * 46} ${y - 10}l8 -9`,
          kit.dim('#8a4f24'),
          3,
        ),
    );
  const front =
    glassFront(kit, 170, 560, 380, 330, '#3f5a4a', 2) +
    glassFront(kit, 1050, 560, 380, 330, '#3f5a4a', 2) +
    rect(680, 500, 240, 430, kit.tone('#3f5a4a')) +
    glassFront(kit, 710, 540, 180, 380, '#324a3c', 2) +
    rect(190, 780, 340, 8, kit.lit('#d9bc8a')) +
    loaves(210, 780) +
    rect(1070, 780, 340, 8, kit.lit('#d9bc8a')) +
    loaves(1090, 780);
  const vine = times(300, () => {
    const x = kit.random.between(0, 1);
    const y = kit.random.between(0, 1);
    return circle(
      x * x * 330,
      y * 930,
      kit.random.between(10, 24),
      kit.random.next() > 0.3
        ? kit.random.next() > 0.5
          ? kit.dim(kit.palette.leaf)
          : kit.tone('#6f9a55')
        : kit.tone('#d83a8a'),
    );
  });
  return (
    facade +
    front +
    awning(kit, 150, 460, 420, 80, ['#f8efe0', '#3f5a4a']) +
    awning(kit, 1030, 460, 420, 80, ['#f8efe0', '#3f5a4a']) +
    slantShade(kit, 1180, 905, -260) +
    vine +
    paving(kit, 905, '#a89a8c') +
    tableSet(kit, 380, 1000, 1.4, '#3f5a4a', '#ffffff') +
    tableSet(kit, 1240, 1010, 1.4, '#3f5a4a', '#ffffff') +
    seated(1160, 1014, 150, kit.ink(), kit.tone('#8f5bb0')) +
    pottedPlant(kit, 640, 985, 1.9, '#b5562f') +
    pottedPlant(kit, 960, 985, 1.9, '#b5562f') +
    walker(800, 1040, 260, kit.ink(), kit.tone('#f0a03c')) +
    lantern(kit, 1530, 1000, 560, kit.ink())
  );
}
