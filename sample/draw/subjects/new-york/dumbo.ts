import type { Kit } from '../../kit.ts';
import { couple, walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { circle, ellipse, n, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { towers } from '../../town.ts';
import { empireState } from './landmarks.ts';

export function dumbo(kit: Kit): string {
  const steel = '#5a7d96';
  const leg = (x: number) =>
    polygon(
      [
        [x - 30, 760],
        [x - 22, 150],
        [x + 22, 150],
        [x + 30, 760],
      ],
      kit.tone(steel, 0.16),
    ) +
    polygon(
      [
        [x + 4, 760],
        [x + 4, 150],
        [x + 22, 150],
        [x + 30, 760],
      ],
      kit.dim(steel, 0.16),
    ) +
    times(9, (index) =>
      stroke(
        `M${x - 24} ${190 + index * 60}L${x + 24} ${240 + index * 60}M${x + 24} ${190 + index * 60}L${x - 24} ${240 + index * 60}`,
        kit.dim(steel, 0.16),
        4,
      ),
    );
  const tower =
    leg(690) +
    leg(910) +
    rect(664, 180, 272, 46, kit.tone(steel, 0.16)) +
    path('M712 226Q800 150 888 226V330Q800 250 712 330z', kit.tone(steel, 0.16)) +
    rect(660, 420, 280, 20, kit.dim(steel, 0.16)) +
    [690, 910]
      .map((x) => circle(x, 134, 24, kit.lit(steel, 0.16)) + rect(x - 28, 146, 56, 12, kit.lit(steel, 0.16)))
      .join('') +
    times(5, (index) => path(`M${722 + index * 34} 226v-18q14 -20 28 0v18z`, kit.dim(steel, 0.16)));
  const deck =
    rect(300, 560, 1000, 34, kit.dim(steel, 0.2)) +
    rect(300, 506, 1000, 10, kit.tone(steel, 0.2)) +
    times(24, (index) =>
      stroke(`M${300 + index * 42} 560l42 -48M${342 + index * 42} 560l-42 -48`, kit.tone(steel, 0.2), 5),
    );
  const cables =
    stroke('M690 150Q520 420 280 520M910 150Q1080 420 1320 520', kit.tone(steel, 0.18), 9) +
    times(
      9,
      (index) =>
        rect(320 + index * 40, 500 - index * index * 4.2, 2, 30 + index * index * 4, kit.tone(steel, 0.25)) +
        rect(1278 - index * 40, 500 - index * index * 4.2, 2, 30 + index * index * 4, kit.tone(steel, 0.25)),
    );
  const block = (side: 1 | -1) =>
    times(3, (index) => {
      const inner = 800 + side * (270 + index * 190);
      const outer = 800 + side * (270 + (index + 1) * 190);
      const [top, topOut] = [200 - index * 150, 200 - (index + 1) * 150];
      const [foot, footOut] = [830 + index * 62, 830 + (index + 1) * 62];
      const wall = ['#8a4a38', '#a4593f', '#7d4433'][index] ?? '#8a4a38';
      const panes = times(15, (cell) => {
        const share = ((cell % 3) + 0.5) / 3;
        const x = inner + (outer - inner) * share;
        const y = top + (topOut - top) * share;
        const high = (foot + (footOut - foot) * share - y) / 5.4;
        return path(
          `M${n(x - 19)} ${n(y + high * (0.5 + Math.floor(cell / 3)) + high * 0.6)}v${n(-high * 0.5)}q19 -16 38 0v${n(high * 0.5)}z`,
          kit.pane(0.1 - index * 0.03),
        );
      });
      return (
        polygon(
          [
            [inner, top],
            [outer, topOut],
            [outer, footOut],
            [inner, foot],
          ],
          side * (kit.sun[0] - 800) > 0
            ? kit.dim(wall, 0.1 - index * 0.03)
            : kit.tone(wall, 0.1 - index * 0.03),
        ) +
        panes +
        polygon(
          [
            [inner, top - 8],
            [outer, topOut - 8],
            [outer, topOut + 12],
            [inner, top + 12],
          ],
          kit.lit(wall),
        )
      );
    });
  const cobbles =
    polygon(
      [
        [530, 830],
        [1070, 830],
        [1640, 1090],
        [-40, 1090],
      ],
      kit.tone('#77736f'),
    ) +
    times(90, () =>
      ellipse(
        kit.random.between(200, 1400),
        kit.random.between(850, 1060),
        22,
        5,
        kit.lit('#8d8984'),
        'fill-opacity="0.35"',
      ),
    );
  const far = towers(kit, 560, 1040, 740, [60, 130], 0.62) + empireState(kit, 800, 740, 0.66, 0.52);
  return (
    far +
    mist(740, 170, 0.5) +
    tower +
    deck +
    cables +
    rect(0, 826, WIDTH, 260, kit.dim('#77736f')) +
    cobbles +
    block(-1) +
    block(1) +
    walker(690, 915, 115, kit.ink(), kit.tone('#f0b429')) +
    couple(880, 960, 140, kit.ink(), kit.tone('#b8473d'))
  );
}
