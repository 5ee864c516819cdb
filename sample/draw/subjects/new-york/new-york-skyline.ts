import { water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { mist } from '../../sky.ts';
import { at, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { towers, windows } from '../../town.ts';
import { empireState } from './landmarks.ts';

export function newYorkSkyline(kit: Kit): string {
  const back =
    towers(kit, -20, 1640, 720, [120, 260], 0.62) +
    mist(720, 190, 0.45) +
    towers(kit, -20, 1640, 720, [80, 210], 0.46);
  const chrysler = at(
    1130,
    720,
    1.05,
    rect(-34, -280, 68, 290, kit.tone('#9aa2ad', 0.36)) +
      windows(kit, -28, -270, [6, 17], [5, 8], [10, 15], 0.36) +
      path('M-30 -280Q-26 -330 -12 -350L0 -450L12 -350Q26 -330 30 -280z', kit.lit('#c9d0d8', 0.3)) +
      times(4, (index) =>
        stroke(
          `M${-24 + index * 5} ${-290 - index * 14}Q0 ${-330 - index * 16} ${24 - index * 5} ${-290 - index * 14}`,
          kit.dim('#8a929d', 0.3),
          2.5,
        ),
      ),
  );
  const one = at(
    330,
    720,
    1,
    polygon(
      [
        [-44, 0],
        [-40, -330],
        [0, -420],
        [40, -330],
        [44, 0],
      ],
      kit.tone('#8fa6ba', 0.4),
    ) +
      polygon(
        [
          [0, -420],
          [40, -330],
          [44, 0],
          [6, 0],
        ],
        kit.dim('#8fa6ba', 0.4),
        'fill-opacity="0.7"',
      ) +
      stroke('M0 -420v-90', kit.tone('#8fa6ba', 0.4), 3),
  );
  const front = towers(kit, -20, 1640, 722, [40, 120], 0.26);
  const skyline = back + one + chrysler + empireState(kit, 760, 720, 1.2, 0.3) + front;
  const piles = times(34, () => {
    const x = kit.random.between(0, WIDTH);
    const near = kit.random.next();
    return (
      rect(x, 900 + near * 90, 8 + near * 8, 90, kit.dim('#3d3430')) +
      rect(x - 1, 898 + near * 90, 10 + near * 8, 4, kit.tone('#6b5d52'))
    );
  });
  return skyline + mist(726, 60, 0.5) + water(kit, 720, { mirrored: skyline }) + piles;
}
