import type { Kit } from '../../kit.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, path, rect, stroke, times } from '../../svg.ts';
import { houses, towers, windows } from '../../town.ts';
import { latino, volcanoes } from './landmarks.ts';

export function mexicoSkyline(kit: Kit): string {
  const church = at(
    1240,
    790,
    1.1,
    rect(-150, -100, 300, 110, kit.tone('#c9a98a', 0.2)) +
      [-110, 110]
        .map(
          (dx) =>
            rect(dx - 36, -210, 72, 216, kit.tone('#c9a98a', 0.2)) +
            rect(dx + 8, -210, 28, 216, kit.dim('#c9a98a', 0.2)) +
            path(
              `M${dx - 36} -210Q${dx - 40} -262 ${dx} -272Q${dx + 40} -262 ${dx + 36} -210z`,
              kit.lit('#d9bc9c', 0.2),
            ) +
            windows(kit, dx - 20, -196, [2, 2], [14, 40], [27, 60], 0.2) +
            stroke(`M${dx} -272v-26M${dx - 8} -288h16`, kit.ink(0.2), 3),
        )
        .join('') +
      path('M-40 -100Q-36 -150 0 -156Q36 -150 40 -100z', kit.tone('#d9a84a', 0.2)),
  );
  const flat = (y: number, depth: number) =>
    houses(kit, { from: -20, to: 1640, y, height: [26, 90], width: [46, 90], depth, roof: 'flat' });
  return (
    volcanoes(kit, 660) +
    mist(670, 140, 0.6) +
    towers(kit, -20, 700, 720, [60, 170], 0.56) +
    flat(740, 0.48) +
    latino(kit, 520, 770, 1.35, 0.24) +
    mist(780, 110, 0.4) +
    flat(830, 0.3) +
    church +
    flat(900, 0.18) +
    treeline(kit, -20, 1640, 950, 90, 0.12) +
    flat(1010, 0.04) +
    times(24, (index) =>
      at(40 + index * 70, 930, 1, rect(0, 0, 22, 26, kit.ink(0.1)) + rect(2, -6, 18, 8, kit.ink(0.1))),
    )
  );
}
