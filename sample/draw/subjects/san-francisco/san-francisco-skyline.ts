import { suspension } from '../../bridges.ts';
import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { mist } from '../../sky.ts';
import { at, path, polygon, rect, times } from '../../svg.ts';
import { towers, windows } from '../../town.ts';
import { fogBank } from './landmarks.ts';

/** A narrow house with a gable and a bay, 150 wide and 205 high; its wall goes on below its foot. */
function victorian(kit: Kit, depth: number): string {
  const wall = kit.random.pick(kit.palette.walls);
  const trim = kit.lit('#f3ead8', depth);
  const gable = (inset: number, fill: string) =>
    polygon(
      [
        [inset - 6, -128 - inset * 0.3],
        [75, -204 + inset],
        [156 - inset, -128 - inset * 0.3],
      ],
      fill,
    );
  return (
    rect(0, -132, 150, 260, kit.tone(wall, depth)) +
    gable(-4, kit.dim(kit.palette.roof, depth)) +
    gable(12, kit.lit(wall, depth)) +
    rect(64, -166, 22, 26, kit.pane(depth)) +
    rect(-4, -132, 158, 8, trim) +
    rect(12, -112, 70, 240, kit.lit(wall, depth)) +
    windows(kit, 20, -100, [3, 1], [14, 52], [22, 60], depth) +
    rect(8, -40, 78, 7, trim) +
    windows(kit, 20, -24, [3, 1], [14, 52], [22, 60], depth) +
    rect(104, -100, 30, 52, kit.pane(depth)) +
    rect(100, -44, 38, 6, trim)
  );
}

export function sanFranciscoSkyline(kit: Kit): string {
  const bridge =
    suspension(kit, {
      towers: [1240, 1560],
      deck: 640,
      top: 520,
      color: '#8f98a3',
      depth: 0.5,
      cable: 4,
    }).replace(/<rect x="-20"[^>]*\/>/g, '') +
    rect(1020, 640, 620, 9, kit.tone('#8f98a3', 0.5)) +
    [1240, 1560].map((x) => rect(x - 7, 516, 14, 200, kit.tone('#8f98a3', 0.48))).join('');
  const pyramid = at(
    640,
    720,
    1.15,
    polygon(
      [
        [-44, 0],
        [0, -400],
        [44, 0],
      ],
      kit.lit('#e2ddd2', 0.22),
    ) +
      polygon(
        [
          [0, -400],
          [44, 0],
          [8, 0],
        ],
        kit.dim('#e2ddd2', 0.22),
      ) +
      polygon(
        [
          [-46, -130],
          [-28, -240],
          [-20, -130],
        ],
        kit.tone('#e2ddd2', 0.22),
      ) +
      times(13, (row) =>
        rect(-36 + row * 2.4, -30 - row * 22, 72 - row * 4.8, 6, kit.pane(0.3), 'fill-opacity="0.7"'),
      ),
  );
  const sales = at(
    930,
    720,
    1.1,
    path('M-44 0V-340Q-40 -410 0 -416Q40 -410 44 -340V0z', kit.tone('#a9bcc9', 0.3)) +
      path('M10 0V-416Q40 -410 44 -340V0z', kit.dim('#8fa3b5', 0.3), 'fill-opacity="0.8"') +
      windows(kit, -34, -330, [7, 20], [6, 8], [10, 16], 0.3),
  );
  const coit = at(
    290,
    640,
    1,
    rect(-22, -130, 44, 136, kit.lit('#efe6d4', 0.24)) +
      rect(6, -130, 16, 136, kit.dim('#efe6d4', 0.24)) +
      times(5, (index) => path(`M${-19 + index * 8} -104v-18q3 -6 6 0v18z`, kit.dim('#8a8272', 0.2))),
  );
  const hill = path('M-20 730Q120 640 290 636Q460 640 560 730z', kit.dim(kit.palette.leaf, 0.26));
  const rows = times(3, (row) =>
    times(15, (cell) =>
      at(-60 + cell * 122 - row * 46, 880 + row * 104, 0.78 + row * 0.1, victorian(kit, 0.26 - row * 0.11)),
    ),
  );
  return (
    ridge(kit, 690, 80, kit.tone('#7b8a94', 0.82), 1.1) +
    bridge +
    water(kit, 700, { to: 800 }) +
    towers(kit, 440, 1180, 720, [110, 260], 0.5) +
    mist(720, 160, 0.4) +
    sales +
    pyramid +
    towers(kit, 500, 1120, 722, [50, 150], 0.28) +
    coit +
    hill +
    fogBank(kit, 740, 0.6) +
    rows
  );
}
