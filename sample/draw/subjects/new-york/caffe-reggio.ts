import { awning, glassFront, tableSet } from '../../cafe.ts';
import { paving } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { seated, walker } from '../../people.ts';
import { pottedPlant } from '../../plants.ts';
import { circle, ellipse, HEIGHT, n, rect, stroke, times, WIDTH } from '../../svg.ts';
import { lantern, windows } from '../../town.ts';

export function caffeReggio(kit: Kit): string {
  const green = '#1f5a44';
  const upper =
    rect(0, 0, WIDTH, 920, kit.tone('#9a4a38')) +
    times(22, (row) => rect(0, row * 20, WIDTH, 2, kit.light.shade, 'fill-opacity="0.2"')) +
    windows(kit, 130, 40, [5, 1], [130, 230], [300, 0]) +
    times(
      5,
      (index) =>
        rect(116 + index * 300, 268, 158, 18, kit.lit('#d3bd9c')) +
        rect(116 + index * 300, 20, 158, 20, kit.lit('#d3bd9c')) +
        rect(192 + index * 300, 40, 6, 230, kit.lit('#efe6d4')),
    );
  const escape = [1090]
    .map(
      (x) =>
        rect(x, 290, 330, 10, kit.ink()) +
        times(17, (bar) => rect(x + bar * 20, 200, 4, 92, kit.ink())) +
        rect(x, 196, 330, 6, kit.ink()) +
        stroke(`M${x + 40} 290L${x + 260} 40M${x + 70} 290L${x + 290} 40`, kit.ink(), 6) +
        times(9, (step) => stroke(`M${x + 52 + step * 24} ${276 - step * 27}h30`, kit.ink(), 4)),
    )
    .join('');
  const front =
    rect(120, 380, 1360, 540, kit.tone(green)) +
    rect(100, 366, 1400, 30, kit.lit(green)) +
    rect(100, 470, 1400, 10, kit.lit('#d9b45a')) +
    glassFront(kit, 190, 520, 440, 340, green, 4) +
    glassFront(kit, 970, 520, 440, 340, green, 4) +
    glassFront(kit, 710, 500, 180, 420, green, 1);
  return (
    upper +
    escape +
    front +
    awning(kit, 140, 420, 1320, 84, ['#1f5a44', '#1a4d3a'], 90) +
    paving(kit, 905, '#8f8a84') +
    tableSet(kit, 300, 1000, 1.4, '#7a4a2c') +
    tableSet(kit, 600, 1024, 1.4, '#7a4a2c') +
    tableSet(kit, 1240, 1010, 1.4, '#7a4a2c') +
    seated(1160, 1014, 155, kit.ink(), kit.tone('#f0b429')) +
    pottedPlant(kit, 680, 985, 1.5, '#7a4a2c') +
    pottedPlant(kit, 930, 985, 1.5, '#7a4a2c') +
    lantern(kit, 90, 1000, 640, kit.ink()) +
    walker(860, 1040, 265, kit.ink(), kit.tone('#47728c')) +
    circle(800, 700, 300, 'url(#lamp)', `fill-opacity="${n(kit.light.lamps * 0.5)}"`) +
    ellipse(800, HEIGHT, 600, 60, 'url(#lamp)', `fill-opacity="${n(kit.light.lamps * 0.5)}"`)
  );
}
