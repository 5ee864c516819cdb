import { ridge } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person } from '../../people.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, path, rect, times } from '../../svg.ts';
import { houses } from '../../town.ts';
import { balmoral, castleRock, spire } from './landmarks.ts';

export function caltonHill(kit: Kit): string {
  const stone = '#a89c88';
  const columns = times(8, (index) =>
    rect(-94 + index * 24.4, -206, 13, 130, index > 4 ? kit.dim(stone) : kit.lit(stone)),
  );
  const monument =
    rect(-132, -26, 264, 32, kit.tone(stone)) +
    rect(-116, -76, 232, 52, kit.tone(stone)) +
    rect(-78, -206, 156, 132, kit.light.shade, 'fill-opacity="0.35"') +
    columns +
    rect(-108, -232, 216, 28, kit.tone(stone)) +
    rect(-112, -240, 224, 10, kit.lit(stone)) +
    path('M-100 -240Q-80 -274 -30 -282H30Q80 -274 100 -240z', kit.dim(stone)) +
    path('M-16 -282Q-20 -306 0 -316Q20 -306 16 -282z', kit.tone(stone));
  const town = houses(kit, {
    from: 300,
    to: 1640,
    y: 750,
    height: [30, 84],
    width: [26, 54],
    depth: 0.46,
    roof: 'gable',
    below: 70,
    lift: (along) => 20 + Math.sin(along * 3) * 34,
  });
  const far = ridge(kit, 650, 70, kit.tone('#6d7a70', 0.82), 1.3);
  const spires =
    spire(kit, 880, 690, 150, 0.5) + spire(kit, 1010, 690, 120, 0.55) + spire(kit, 700, 690, 110, 0.55);
  const hill =
    path('M-20 800Q240 740 470 790Q900 860 1640 960V1080H-20z', kit.tone('#77803f')) +
    path('M-20 900Q400 860 900 950T1640 1010V1080H-20z', kit.dim('#6d7a40'));
  return (
    far +
    castleRock(kit, 1240, 730, 1.05, 0.42) +
    spires +
    mist(720, 130, 0.55) +
    balmoral(kit, 740, 735, 1.05, 0.3) +
    ridge(kit, 790, 60, kit.dim('#6d7a50', 0.4), 1.1) +
    town +
    treeline(kit, 420, 1660, 830, 90, 0.34) +
    treeline(kit, 520, 1660, 880, 110, 0.24) +
    treeline(kit, 700, 1660, 940, 130, 0.14) +
    mist(800, 90, 0.4) +
    hill +
    at(330, 800, 1.7, monument) +
    person(640, 870, 90, kit.ink()) +
    person(680, 874, 84, kit.ink(), kit.tone('#8f3b4a'))
  );
}
