import { suspension } from '../../bridges.ts';
import { breakers, ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { mist } from '../../sky.ts';
import { path } from '../../svg.ts';
import { gateTower, ORANGE } from './landmarks.ts';

export function bakerBeach(kit: Kit): string {
  const headland =
    path('M-20 690Q160 560 330 600Q480 620 560 700V760H-20z', kit.tone('#6b6a52', 0.5)) +
    ridge(kit, 700, 30, kit.tone('#7b8a94', 0.85), 1);
  const bridge =
    suspension(kit, { towers: [620, 1330], deck: 590, top: 300, color: ORANGE, depth: 0.3, cable: 5 }) +
    gateTower(kit, 620, 720, 420, 0.28) +
    gateTower(kit, 1330, 712, 408, 0.34);
  const sand =
    path('M-20 960Q400 1010 800 960T1640 990V1080H-20z', kit.tone('#cbb48c')) +
    path('M-20 1020Q500 1040 900 1010T1640 1040V1080H-20z', kit.dim('#b89f78'));
  const rocks =
    path(
      'M1180 960Q1200 890 1270 880Q1320 820 1390 860Q1470 850 1500 930Q1560 940 1600 1000H1150z',
      kit.dim('#4f4a44'),
    ) + path('M1270 880Q1320 820 1390 860Q1340 880 1330 960H1230z', kit.tone('#6b635a'));
  return (
    headland +
    bridge +
    mist(730, 110, 0.6) +
    water(kit, 716, { mirrored: bridge }) +
    breakers(kit, 836, 1000, 6) +
    sand +
    rocks
  );
}
