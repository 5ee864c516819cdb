import { ground, ridge } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, HEIGHT, path, polygon, rect, times } from '../../svg.ts';
import { houses } from '../../town.ts';
import { balmoral, castleRock, spire } from './landmarks.ts';

export function edinburghSkyline(kit: Kit): string {
  const old = houses(kit, {
    from: -20,
    to: 1000,
    y: 760,
    height: [70, 150],
    width: [30, 56],
    depth: 0.4,
    roof: 'gable',
    lift: (along) => 30 + along * 90,
  });
  const lower = houses(kit, {
    from: -20,
    to: 960,
    y: 800,
    height: [60, 110],
    width: [34, 62],
    depth: 0.32,
    roof: 'gable',
    lift: (along) => along * 60,
  });
  const crown = at(
    560,
    640,
    1,
    rect(-26, -90, 52, 100, kit.tone('#7d7265', 0.35)) +
      path(
        'M-26 -90Q-20 -130 0 -140Q20 -130 26 -90L18 -90Q12 -116 0 -122Q-12 -116 -18 -90z',
        kit.tone('#7d7265', 0.35),
      ) +
      rect(-3, -160, 6, 26, kit.tone('#7d7265', 0.35)),
  );
  const scott = at(
    330,
    905,
    1.5,
    polygon(
      [
        [-70, 0],
        [-60, -90],
        [-30, -100],
        [-24, -220],
        [0, -320],
        [24, -220],
        [30, -100],
        [60, -90],
        [70, 0],
        [36, 0],
        [0, -60],
        [-36, 0],
      ],
      kit.dim('#4d463f', 0.06),
    ) +
      times(4, (index) =>
        polygon(
          [
            [-68 + index * 42, -88],
            [-60 + index * 42, -150],
            [-52 + index * 42, -88],
          ],
          kit.dim('#4d463f', 0.06),
        ),
      ),
  );
  const garden = ground(kit, 890, '#6d7f45') + treeline(kit, -20, 1640, 910, 100, 0.12);
  return (
    ridge(kit, 700, 120, kit.tone('#6d7a70', 0.8), 0.8) +
    mist(720, 120, 0.5) +
    crown +
    spire(kit, 800, 600, 190, 0.36) +
    spire(kit, 260, 690, 120, 0.46) +
    castleRock(kit, 1190, 800, 1.35, 0.26) +
    old +
    mist(780, 140, 0.35) +
    lower +
    treeline(kit, 420, 1640, 840, 90, 0.26) +
    mist(850, 110, 0.4) +
    balmoral(kit, 90, 900, 1.45, 0.14) +
    garden +
    scott +
    path(`M-20 1000Q700 960 1640 1010V${HEIGHT + 10}H-20z`, kit.dim('#4f5c34'))
  );
}
