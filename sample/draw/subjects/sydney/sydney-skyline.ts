import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, path, rect, stroke } from '../../svg.ts';
import { towers } from '../../town.ts';
import { ferryGreen, harbourArch, operaHouse } from './landmarks.ts';

export function sydneySkyline(kit: Kit): string {
  const shapes =
    towers(kit, -20, 620, 720, [90, 260], 0.42) +
    at(
      300,
      720,
      1,
      rect(-6, -330, 12, 330, kit.tone('#c9bba4', 0.34)) +
        path('M-34 -350L-26 -316H26L34 -350z', kit.lit('#d9b45a', 0.3)) +
        rect(-26, -368, 52, 20, kit.lit('#d9b45a', 0.3)) +
        stroke('M0 -368v-60', kit.tone('#c9bba4', 0.3), 4),
    ) +
    harbourArch(kit, 1150, 716, 0.92, 0.36) +
    operaHouse(kit, 640, 728, 0.92, 0.14);
  return (
    ridge(kit, 700, 40, kit.tone('#6f8290', 0.75), 1.6) +
    treeline(kit, 1040, 1640, 720, 50, 0.5) +
    shapes +
    mist(730, 60, 0.4) +
    water(kit, 722, { mirrored: shapes }) +
    ferryGreen(kit, 1180, 850, 1.5) +
    ferryGreen(kit, 330, 790, 0.7)
  );
}
