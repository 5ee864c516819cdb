import { suspension } from '../../bridges.ts';
import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple } from '../../people.ts';
import { mist } from '../../sky.ts';
import { ellipse, path } from '../../svg.ts';
import { towers } from '../../town.ts';
import { fogBank, gateTower, ORANGE } from './landmarks.ts';

export function goldenGate(kit: Kit): string {
  const far =
    ridge(kit, 690, 70, kit.tone('#7b8a94', 0.82), 1.2) + towers(kit, 1060, 1420, 690, [30, 90], 0.74);
  const bridge =
    suspension(kit, { towers: [420, 1250], deck: 640, top: 216, color: ORANGE, depth: 0.06, cable: 9 }) +
    gateTower(kit, 420, 800, 590, 0.04) +
    gateTower(kit, 1250, 770, 560, 0.12);
  const cliffs =
    path('M-20 760Q90 720 150 800Q250 850 300 930Q420 990 560 1080H-20z', kit.dim('#7a6f4a')) +
    path('M-20 860Q140 880 220 960T420 1080H-20z', kit.dim('#5d5a3c')) +
    path('M1640 900Q1500 880 1420 960Q1330 1000 1290 1080H1640z', kit.dim('#6b6644'));
  return (
    far +
    mist(700, 120, 0.6) +
    water(kit, 700) +
    fogBank(kit, 712, 0.5) +
    bridge +
    fogBank(kit, 800, 0.7) +
    fogBank(kit, 850, 0.5) +
    cliffs +
    ellipse(420, 800, 90, 16, '#ffffff', 'fill-opacity="0.4"') +
    couple(150, 806, 78, kit.ink(), kit.tone('#355a72'))
  );
}
