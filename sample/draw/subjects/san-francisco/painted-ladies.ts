import type { Kit } from '../../kit.ts';
import { couple, person, seated } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, path, polygon, rect, stroke, times } from '../../svg.ts';
import { towers } from '../../town.ts';

export function paintedLadies(kit: Kit): string {
  const colors = [
    ['#cfe0d8', '#7d9a8f'],
    ['#f0d9a0', '#c99a4a'],
    ['#d9e0ea', '#6f86a8'],
    ['#e8b8a0', '#b8644a'],
    ['#e4e0c8', '#8f9a6a'],
    ['#c9b8d8', '#7d6a9a'],
    ['#f3ead8', '#a88a6a'],
  ] as const;
  const lady = (index: number, x: number, y: number) => {
    const [wall, trim] = colors[index] ?? colors[0];
    const bay =
      polygon(
        [
          [14, 0],
          [14, -176],
          [34, -190],
          [82, -190],
          [102, -176],
          [102, 0],
        ],
        kit.lit(wall),
      ) +
      rect(14, -176, 20, 176, kit.dim(wall), 'fill-opacity="0.5"') +
      rect(10, -196, 96, 8, kit.tone(trim)) +
      rect(10, -96, 96, 7, kit.tone(trim));
    const panes = [-168, -74]
      .map(
        (top) =>
          rect(19, top, 11, 48, kit.pane()) +
          rect(41, top, 15, 48, kit.pane()) +
          rect(62, top, 15, 48, kit.pane()) +
          rect(86, top, 11, 48, kit.pane()),
      )
      .join('');
    const door =
      rect(120, -84, 38, 84, kit.dim(trim)) +
      path('M114 -84Q139 -116 164 -84z', kit.tone(trim)) +
      rect(112, -84, 6, 84, kit.lit('#ffffff')) +
      rect(160, -84, 6, 84, kit.lit('#ffffff')) +
      rect(128, -76, 22, 40, kit.pane()) +
      rect(124, -176, 30, 54, kit.pane()) +
      rect(119, -182, 40, 7, kit.tone(trim));
    const gable =
      polygon(
        [
          [-4, -200],
          [86, -318],
          [176, -200],
        ],
        kit.tone(kit.palette.roof),
      ) +
      polygon(
        [
          [12, -204],
          [86, -302],
          [160, -204],
        ],
        kit.lit(wall),
      ) +
      path('M62 -214V-240a24 24 0 0 1 48 0v26z', kit.tone(trim)) +
      rect(70, -244, 12, 30, kit.pane()) +
      rect(90, -244, 12, 30, kit.pane()) +
      circle(86, -274, 7, kit.tone(trim)) +
      stroke('M-4 -200L86 -318L176 -200', kit.lit('#ffffff'), 5);
    const steps = times(5, (step) =>
      rect(112 - step * 2, step * 9, 56 + step * 4, 9, step % 2 ? kit.tone('#b8ad9c') : kit.lit('#cfc4b2')),
    );
    return at(x, y, 1.24, rect(0, -204, 172, 300, kit.tone(wall)) + bay + panes + door + gable + steps);
  };
  const city =
    towers(kit, 60, 1560, 640, [60, 190], 0.58) +
    at(
      1190,
      640,
      1,
      polygon(
        [
          [-34, 0],
          [0, -350],
          [34, 0],
        ],
        kit.tone('#d9d6ce', 0.5),
      ) +
        polygon(
          [
            [0, -350],
            [34, 0],
            [8, 0],
          ],
          kit.dim('#d9d6ce', 0.5),
        ) +
        polygon(
          [
            [-44, -150],
            [-30, -210],
            [-24, -120],
          ],
          kit.tone('#d9d6ce', 0.5),
        ),
    ) +
    at(760, 640, 1, path('M-36 0V-300Q-34 -350 0 -356Q34 -350 36 -300V0z', kit.tone('#a9bcc9', 0.54)));
  const row = times(7, (index) => lady(index, -20 + index * 216, 846 + index * 11));
  const lawn =
    path('M-20 880Q700 900 1640 960V1080H-20z', kit.tone('#7f9a55')) +
    path('M-20 1000Q600 970 1640 1030V1080H-20z', kit.dim('#6b8748'));
  return (
    city +
    mist(660, 200, 0.55) +
    row +
    lawn +
    couple(1130, 1020, 96, kit.ink(), kit.tone('#c8402a')) +
    person(420, 990, 84, kit.ink()) +
    at(1480, 1040, 1, ellipse(0, 0, 80, 9, kit.light.shade, 'fill-opacity="0.3"')) +
    seated(1470, 1042, 74, kit.ink(), kit.tone('#f0b429'))
  );
}
