import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { cypress, roundTree, treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, path, rect } from '../../svg.ts';
import { windows } from '../../town.ts';
import { castleOnHill, hillTown } from './landmarks.ts';

export function lisbonSkyline(kit: Kit): string {
  const river = water(kit, 560, { to: 720 }) + ridge(kit, 566, 50, kit.tone('#7b8a9a', 0.85), 1.4);
  const town = hillTown(kit, 700, 7, (along) => 40 + Math.sin(along * 5.2) * 60);
  const domed = at(
    1080,
    668,
    1.25,
    rect(-60, -90, 120, 100, kit.lit('#f2e8d4', 0.28)) +
      path('M-46 -90A46 56 0 0 1 46 -90z', kit.lit('#f6f0e2', 0.25)) +
      rect(-8, -168, 16, 26, kit.lit('#f2e8d4', 0.25)) +
      [-72, 72]
        .map(
          (dx) =>
            rect(dx - 15, -130, 30, 140, kit.tone('#f2e8d4', 0.28)) +
            path(`M${dx - 15} -130Q${dx} -176 ${dx + 15} -130z`, kit.tone('#d9cdb5', 0.28)),
        )
        .join('') +
      windows(kit, -44, -70, [4, 1], [10, 26], [25, 30], 0.25),
  );
  return (
    river +
    mist(600, 100, 0.55) +
    castleOnHill(kit, 330, 610) +
    treeline(kit, 60, 650, 660, 60, 0.42) +
    domed +
    town +
    cypress(kit, 60, 1080, 420) +
    cypress(kit, 130, 1090, 330) +
    roundTree(kit, 1540, 1090, 380)
  );
}
