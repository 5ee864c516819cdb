import { ground, ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { cypress, roundTree } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { HEIGHT, polygon } from '../../svg.ts';
import { mosque } from './landmarks.ts';

export function suleymaniye(kit: Kit): string {
  const far =
    ridge(kit, 700, 60, kit.tone('#7d8a94', 0.85), 2) + water(kit, 690, { to: 760, glitter: false });
  const main = mosque(kit, 810, 880, 3.15, 0.12, [-178, -140, 140, 178]);
  const court = ground(kit, 876, '#9d9a6e');
  const trees =
    [40, 150, 1480, 1575]
      .map((x, index) => cypress(kit, x, 930 + index * 4, 330 + (index % 2) * 60, 0.05))
      .join('') +
    roundTree(kit, 340, 930, 150, 0.05) +
    roundTree(kit, 1290, 934, 170, 0.05);
  const path_ = polygon(
    [
      [740, 878],
      [880, 878],
      [1180, HEIGHT],
      [440, HEIGHT],
    ],
    kit.lit('#d9ccb2'),
  );
  return (
    far +
    main +
    mist(900, 150, 0.35) +
    court +
    path_ +
    trees +
    walker(850, 985, 92, kit.ink(), kit.tone('#b8473d')) +
    person(720, 960, 74, kit.ink())
  );
}
