import { breakers, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple, person } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, ellipse, path, stroke, times } from '../../svg.ts';
import { houses } from '../../town.ts';
import { tableMountain } from './landmarks.ts';

/** The cloud that spills over the edge in a south-easter. */
function tablecloth(kit: Kit, x: number, y: number, scale: number): string {
  return at(
    x,
    y,
    scale,
    times(26, (index) =>
      ellipse(
        -310 + index * 25,
        -272 + Math.sin(index * 1.3) * 6,
        44,
        15 + (index % 4) * 4,
        kit.lit('#ffffff'),
        'fill-opacity="0.82"',
      ),
    ) +
      times(16, (index) =>
        ellipse(-290 + index * 38, -240 + (index % 3) * 12, 24, 26, kit.lit('#ffffff'), 'fill-opacity="0.4"'),
      ),
  );
}

export function bloubergstrand(kit: Kit): string {
  const mountain =
    tableMountain(kit, 790, 700, 0.98, 0.48) +
    tablecloth(kit, 790, 700, 0.98) +
    houses(kit, { from: 500, to: 1200, y: 702, height: [6, 18], width: [10, 22], depth: 0.66, roof: 'flat' });
  const kite = (x: number, y: number, scale: number, color: string) =>
    at(
      x,
      y,
      scale,
      path('M-70 20Q0 -50 70 20Q0 -14 -70 20z', kit.tone(color)) +
        stroke('M-68 20L14 330M68 20L18 330', kit.ink(0.2), 1.4) +
        person(16, 400, 74, kit.ink(0.05)) +
        stroke('M-20 402L56 396', kit.ink(), 6),
    );
  const sand =
    path('M-20 970Q400 940 820 985T1640 960V1080H-20z', kit.tone('#e0cda6')) +
    path(
      'M-20 990Q400 966 820 1006T1640 985V1000Q1200 1030 820 1016T-20 1004z',
      '#ffffff',
      'fill-opacity="0.5"',
    );
  const rocks = path('M120 960Q140 910 200 916Q250 880 310 930Q370 930 390 980H100z', kit.dim('#5d5852'));
  return (
    mountain +
    mist(710, 60, 0.5) +
    water(kit, 700, { mirrored: mountain }) +
    breakers(kit, 790, 960, 6) +
    kite(1080, 330, 1.1, '#f0703c') +
    kite(420, 420, 0.8, '#8fd0c0') +
    sand +
    rocks +
    couple(1340, 1010, 105, kit.ink(), kit.tone('#1f86a8'))
  );
}
