import { parasol, stringLights, tableSet } from '../../cafe.ts';
import { water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { seated, walker } from '../../people.ts';
import { pottedPlant } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, path, polygon, rect, times, WIDTH } from '../../svg.ts';
import { lantern, windows } from '../../town.ts';
import { castleHill } from './landmarks.ts';

export function riverCafes(kit: Kit): string {
  const row = times(8, (index) => {
    const x = -30 + index * 212;
    const wall = kit.palette.walls[index % kit.palette.walls.length] ?? '#f0d9b0';
    const high = 380 + (index % 3) * 46;
    return (
      rect(x, 760 - high, 212, high, kit.tone(wall, 0.06)) +
      polygon(
        [
          [x - 6, 762 - high],
          [x + 30, 700 - high],
          [x + 182, 700 - high],
          [x + 218, 762 - high],
        ],
        kit.tone(kit.palette.roof, 0.06),
      ) +
      rect(x + (kit.sun[0] > 800 ? 0 : 170), 760 - high, 42, high, kit.light.shade, 'fill-opacity="0.12"') +
      windows(kit, x + 26, 790 - high, [3, 3], [34, 62], [63, 92], 0.04) +
      times(9, (shutter) =>
        rect(
          x + 18 + (shutter % 3) * 63,
          790 - high + Math.floor(shutter / 3) * 92,
          9,
          62,
          kit.tone('#3d8b6d', 0.06),
        ),
      ) +
      path(`M${x + 60} 770v-76q46 -50 92 0v76z`, kit.light.lamps > 0.2 ? '#ffcf7d' : kit.dim('#6b4a38', 0.04))
    );
  });
  const umbrellas = times(
    7,
    (index) =>
      tableSet(kit, 90 + index * 236, 806, 0.62, '#7a5a3c') +
      parasol(kit, 90 + index * 236, 806, 210, [
        index % 2 ? '#f6efe0' : '#3d8b6d',
        index % 2 ? '#e8b9a0' : '#f6efe0',
      ]),
  );
  const quay =
    rect(0, 760, WIDTH, 70, kit.tone('#c9bfae')) +
    rect(0, 826, WIDTH, 54, kit.dim('#a69c8a')) +
    times(20, (index) => rect(index * 84, 830, 3, 50, kit.light.shade, 'fill-opacity="0.25"'));
  const scene_ = row + quay + umbrellas;
  const boat = at(
    520,
    960,
    1.6,
    path('M-130 -22Q0 -8 130 -24Q112 14 80 16H-84Q-116 12 -130 -22z', kit.tone('#7a4a2c')) +
      path('M-130 -22Q0 -8 130 -24L126 -14Q0 2 -126 -12z', kit.lit('#c98a5a')) +
      times(5, (index) =>
        seated(
          -84 + index * 36,
          -14,
          50,
          kit.ink(),
          kit.tone(['#f4efe4', '#3d8b6d', '#e8b9a0', '#b8473d', '#3f5f86'][index] ?? '#f4efe4'),
        ),
      ) +
      rect(-96, -84, 180, 7, kit.lit('#f6efe0')) +
      [-90, -6, 76].map((x) => rect(x, -80, 4, 60, kit.dim('#7a5a3c'))).join(''),
  );
  return (
    castleHill(kit, 900, 440, 0.85, 0.4) +
    mist(450, 160, 0.4) +
    scene_ +
    water(kit, 878, { mirrored: scene_ }) +
    boat +
    walker(700, 826, 110, kit.ink(), kit.tone('#b8473d')) +
    walker(1180, 828, 106, kit.ink(), kit.tone('#3f5f86')) +
    lantern(kit, 440, 830, 240, kit.ink()) +
    stringLights(kit, [-20, 520], [1620, 510], 90) +
    pottedPlant(kit, 30, 826, 0.9, '#a9553b') +
    pottedPlant(kit, 1560, 826, 0.9, '#a9553b')
  );
}
