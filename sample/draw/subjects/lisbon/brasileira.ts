import { glassFront, parasol, tableSet } from '../../cafe.ts';
import { paving } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { seated, walker } from '../../people.ts';
import { circle, ellipse, path, rect, times, WIDTH } from '../../svg.ts';
import { lantern } from '../../town.ts';

export function brasileira(kit: Kit): string {
  const green = '#2f5d4a';
  const facade =
    rect(0, 0, WIDTH, 900, kit.tone('#e9dcc3')) +
    rect(0, 330, WIDTH, 20, kit.lit('#f6ecd8')) +
    times(5, (index) => {
      const x = 110 + index * 320;
      return (
        rect(x - 16, 30, 142, 270, kit.lit('#f6ecd8')) +
        rect(x, 44, 110, 250, kit.pane()) +
        rect(x + 52, 44, 6, 250, kit.lit('#f6ecd8')) +
        rect(x - 30, 296, 170, 10, kit.dim('#c9b998')) +
        times(9, (bar) => rect(x - 26 + bar * 20, 236, 4, 62, kit.ink()))
      );
    });
  const front =
    rect(400, 372, 800, 528, kit.tone(green)) +
    rect(380, 362, 840, 26, kit.lit('#b98f3e')) +
    path('M640 372Q800 270 960 372z', kit.tone(green)) +
    path('M664 372Q800 292 936 372z', kit.lit('#b98f3e')) +
    circle(800, 346, 22, kit.tone(green)) +
    glassFront(kit, 440, 470, 200, 410, green, 2) +
    glassFront(kit, 960, 470, 200, 410, green, 2) +
    glassFront(kit, 690, 450, 220, 450, '#b98f3e', 2);
  const bronze =
    seated(560, 1010, 175, kit.dim('#4a3b2c'), kit.dim('#5a4733')) +
    ellipse(562, 812, 40, 8, kit.dim('#4a3b2c')) +
    rect(543, 788, 38, 24, kit.dim('#4a3b2c'), 'rx="8"');
  const umbrellas =
    parasol(kit, 190, 985, 480, ['#f4ecdc', '#2f5d4a']) +
    parasol(kit, 1420, 985, 480, ['#f4ecdc', '#2f5d4a']);
  return (
    facade +
    front +
    paving(kit, 890, '#c8bfb0') +
    tableSet(kit, 190, 985, 1.35, '#2f5d4a') +
    tableSet(kit, 1410, 985, 1.35, '#2f5d4a') +
    bronze +
    tableSet(kit, 740, 1020, 1.4, '#2f5d4a') +
    umbrellas +
    walker(1080, 1000, 250, kit.ink(), kit.tone('#b8473d')) +
    lantern(kit, 1290, 990, 620, kit.ink())
  );
}
