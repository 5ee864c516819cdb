import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { conifer, roundTree, treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, ellipse, path, rect, stroke, times, WIDTH } from '../../svg.ts';
import { eaves } from './landmarks.ts';

export function goldenPavilion(kit: Kit): string {
  const gold = '#e8b53a';
  const rail = (y: number, half: number) =>
    rect(-half, y - 16, half * 2, 4, kit.dim(gold, 0.05)) +
    times(half / 7, (index) => rect(-half + index * 14, y - 16, 3, 16, kit.dim(gold, 0.05)));
  const floor1 =
    rect(-180, -96, 360, 90, kit.dim('#5a4030', 0.05)) +
    times(8, (index) => rect(-180 + index * 51, -96, 7, 90, kit.tone('#7a563c', 0.05))) +
    times(6, (index) =>
      rect(-164 + index * 51, -84, 38, 66, index % 2 ? kit.tone('#f2e8d2', 0.05) : kit.dim('#3d2a22', 0.05)),
    );
  const floor2 =
    rect(-160, -206, 320, 78, kit.tone(gold, 0.04)) +
    times(9, (index) => rect(-160 + index * 39.4, -206, 5, 78, kit.dim(gold, 0.04))) +
    rect(-60, -192, 120, 62, kit.dim('#b8862a', 0.04)) +
    rail(-126, 190);
  const floor3 =
    rect(-92, -304, 184, 70, kit.lit(gold, 0.04)) +
    times(3, (index) =>
      path(`M${-70 + index * 54} -238v-36a16 20 0 0 1 32 0v36z`, kit.dim('#8a5f20', 0.04)),
    ) +
    rail(-232, 122);
  const phoenix =
    stroke('M0 -376v-20', kit.dim(gold), 3) +
    path(
      'M-16 -404Q-4 -398 2 -412Q4 -420 10 -416Q6 -402 18 -414Q14 -396 0 -394Q-10 -394 -16 -404z',
      kit.lit(gold),
    );
  const hall = at(
    830,
    716,
    1.45,
    floor1 +
      floor2 +
      eaves(kit, -204, 236, 38, 0.05, '#7a6a55') +
      floor3 +
      eaves(kit, -302, 150, 74, 0.05, '#7a6a55') +
      rect(-200, -132, 400, 8, kit.dim('#7a563c', 0.05)) +
      phoenix +
      rect(-200, -10, 400, 12, kit.dim('#8d8a7f')),
  );
  const woods =
    ridge(kit, 560, 120, kit.tone('#5f7a5a', 0.6), 1.1) +
    treeline(kit, -20, 1640, 660, 200, 0.4) +
    times(12, (index) => conifer(kit, 30 + index * 140, 712, 220 + (index % 3) * 70, 0.24));
  const trees =
    roundTree(kit, 330, 726, 320, 0.1) +
    roundTree(kit, 470, 730, 220, 0.1, '#b8542f') +
    roundTree(kit, 1330, 726, 350, 0.1) +
    roundTree(kit, 1210, 730, 190, 0.1, '#c9702f');
  const islet = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      ellipse(0, 4, 120, 16, kit.dim('#6f6a58')) +
        ellipse(0, 0, 104, 12, kit.tone('#6d7a45')) +
        stroke('M-10 0Q-24 -50 20 -80', kit.dim('#4a3b30'), 9) +
        ellipse(30, -92, 56, 18, kit.dim(kit.palette.leaf)) +
        ellipse(-24, -62, 40, 13, kit.tone(kit.palette.leaf)) +
        ellipse(24, -99, 40, 9, kit.tone(kit.palette.leaf)),
    );
  return (
    woods +
    mist(690, 110, 0.4) +
    trees +
    hall +
    water(kit, 716, { mirrored: trees + hall, glitter: false }) +
    rect(0, 712, WIDTH, 8, kit.dim('#6f6a58')) +
    islet(330, 850, 1.25) +
    islet(1320, 930, 1.5)
  );
}
