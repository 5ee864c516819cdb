import { tableSet } from '../../cafe.ts';
import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { seated } from '../../people.ts';
import { cypress, umbrellaPine } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { path, rect, times, WIDTH } from '../../svg.ts';
import { houses } from '../../town.ts';
import { mosque } from './landmarks.ts';

export function pierreLoti(kit: Kit): string {
  const banks =
    ridge(kit, 520, 90, kit.tone('#7d8a72', 0.72), 1.4) +
    houses(kit, { from: -20, to: 1640, y: 560, height: [14, 40], width: [22, 40], depth: 0.7, roof: 'hip' }) +
    mosque(kit, 1040, 556, 0.62, 0.6, [-176, 176]);
  const slope = path('M-20 800Q420 690 820 740T1620 690V1080H-20z', kit.dim(kit.palette.leaf, 0.25));
  const graves = times(40, (index) =>
    cypress(kit, -20 + index * 42, 790 + kit.random.between(-16, 40), kit.random.between(70, 140), 0.24),
  );
  const terrace =
    rect(0, 880, WIDTH, 190, kit.tone('#b9a48c')) +
    rect(0, 872, WIDTH, 12, kit.lit('#d9c8ae')) +
    times(28, (index) => rect(index * 60, 800, 6, 80, kit.ink())) +
    rect(0, 796, WIDTH, 9, kit.ink());
  const sets =
    tableSet(kit, 300, 1010, 1.5, '#9a5a3a', '#c73a36') +
    tableSet(kit, 800, 1030, 1.6, '#9a5a3a', '#c73a36') +
    tableSet(kit, 1320, 1005, 1.45, '#9a5a3a', '#c73a36');
  return (
    banks +
    water(kit, 556, { to: 830 }) +
    mist(570, 70, 0.5) +
    slope +
    graves +
    umbrellaPine(kit, 1490, 900, 760, 0.02) +
    terrace +
    seated(700, 1020, 130, kit.ink(), kit.tone('#355a72')) +
    sets
  );
}
