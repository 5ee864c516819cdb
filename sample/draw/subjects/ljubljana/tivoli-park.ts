import { ground, ridge } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple, walker } from '../../people.ts';
import { roundTree, treeline } from '../../plants.ts';
import { beams, mist } from '../../sky.ts';
import { at, circle, ellipse, polygon, rect, times, WIDTH } from '../../svg.ts';
import { lantern, windows } from '../../town.ts';

export function tivoliPark(kit: Kit): string {
  const mansion = at(
    800,
    640,
    0.85,
    rect(-170, -120, 340, 126, kit.lit('#f3e6d0', 0.26)) +
      polygon(
        [
          [-184, -118],
          [-150, -176],
          [150, -176],
          [184, -118],
        ],
        kit.tone(kit.palette.roof, 0.26),
      ) +
      windows(kit, -150, -96, [9, 2], [18, 32], [34, 50], 0.24) +
      rect(-50, -134, 100, 140, kit.lit('#fbf3e2', 0.26)) +
      polygon(
        [
          [-60, -132],
          [0, -168],
          [60, -132],
        ],
        kit.lit('#fbf3e2', 0.26),
      ),
  );
  const promenade =
    polygon(
      [
        [730, 660],
        [870, 660],
        [1420, 1090],
        [180, 1090],
      ],
      kit.lit('#e3d6bc'),
    ) +
    times(7, (index) =>
      polygon(
        [
          [180 + index * 30, 740 + index * 52],
          [1000 + index * 40, 730 + index * 48],
          [1000 + index * 50, 744 + index * 50],
          [140, 764 + index * 54],
        ],
        kit.light.shade,
        'fill-opacity="0.1"',
      ),
    );
  const fall = ['#d9a02f', '#e0b84a', '#c9742c', '#b8902f', '#8f9a42'] as const;
  const avenue = (side: 1 | -1) =>
    times(7, (index) => {
      const near = 1.42 ** index;
      return roundTree(
        kit,
        800 + side * (86 + near * 66),
        666 + near * 44,
        160 + near * 84,
        Math.max(0, 0.36 - index * 0.07),
        kit.random.pick(fall),
      );
    });
  const lamps = [-1, 1]
    .map((side) =>
      times(5, (index) =>
        lantern(
          kit,
          800 + side * (52 + 1.5 ** index * 44),
          672 + 1.5 ** index * 34,
          56 + 1.5 ** index * 34,
          kit.ink(0.2 - index * 0.04),
        ),
      ),
    )
    .join('');
  const panels = [-1, 1]
    .map((side) =>
      times(
        4,
        (index) =>
          rect(
            800 + side * (150 + index * index * 42 + index * 46) - 20 - index * 5,
            716 + index * 40,
            40 + index * 12,
            46 + index * 16,
            kit.lit('#ffffff'),
          ) +
          rect(
            800 + side * (150 + index * index * 42 + index * 46) - 15 - index * 4,
            721 + index * 41,
            30 + index * 9,
            34 + index * 13,
            kit.tone(fall[index] ?? '#d9a02f'),
          ),
      ),
    )
    .join('');
  const leaves = times(120, () =>
    ellipse(
      kit.random.between(0, WIDTH),
      kit.random.between(780, 1060),
      kit.random.between(5, 12),
      3.5,
      kit.tone(kit.random.pick(fall)),
      'fill-opacity="0.8"',
    ),
  );
  return (
    ridge(kit, 600, 150, kit.tone('#7d8f6a', 0.6), 1) +
    treeline(kit, -20, 1640, 660, 130, 0.44) +
    mansion +
    mist(660, 150, 0.5) +
    ground(kit, 656, '#8f9a52') +
    promenade +
    lamps +
    panels +
    avenue(-1) +
    avenue(1) +
    leaves +
    beams(kit, [1, 1.3, 1.65, 2], 1300) +
    couple(770, 860, 118, kit.ink(), kit.tone('#b8473d')) +
    walker(930, 980, 190, kit.ink(), kit.tone('#3d8b6d')) +
    at(
      1060,
      985,
      0.8,
      ellipse(0, -22, 30, 14, kit.ink()) +
        rect(-26, -20, 6, 22, kit.ink()) +
        rect(18, -20, 6, 22, kit.ink()) +
        circle(34, -36, 11, kit.ink()),
    )
  );
}
