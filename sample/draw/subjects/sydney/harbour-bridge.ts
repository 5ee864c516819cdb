import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { gull, person, walker } from '../../people.ts';
import { roundTree } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { path } from '../../svg.ts';
import { towers } from '../../town.ts';
import { ferryGreen, harbourArch, operaHouse } from './landmarks.ts';

export function harbourBridge(kit: Kit): string {
  const shapes = harbourArch(kit, 820, 740, 1.72, 0.12);
  const city = towers(kit, 900, 1640, 740, [80, 240], 0.52) + operaHouse(kit, 1260, 742, 0.4, 0.42);
  const lawn =
    path('M-20 940Q420 900 900 960T1640 940V1080H-20z', kit.tone('#6f9a55')) +
    path('M-20 1010Q420 980 900 1030T1640 1010V1080H-20z', kit.dim('#5a8048'));
  return (
    ridge(kit, 716, 44, kit.tone('#6f8290', 0.7), 1.4) +
    city +
    mist(744, 100, 0.5) +
    water(kit, 736, { mirrored: shapes }) +
    shapes +
    ferryGreen(kit, 620, 850, 1.3) +
    lawn +
    roundTree(kit, 150, 1020, 400) +
    person(1250, 1010, 130, kit.ink(), kit.tone('#ff8a3c')) +
    walker(1130, 1016, 134, kit.ink()) +
    gull(480, 330, 0.9, kit.ink(0.2)) +
    gull(1010, 250, 0.6, kit.ink(0.2))
  );
}
