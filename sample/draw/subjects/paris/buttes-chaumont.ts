import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple } from '../../people.ts';
import { roundTree, treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, circle, n, path, rect, stroke, times } from '../../svg.ts';

export function buttesChaumont(kit: Kit): string {
  const rock =
    path(
      'M560 780Q540 640 600 560Q590 480 650 430L700 350Q760 320 850 330Q930 330 960 400L1000 480Q1060 540 1050 640Q1090 700 1080 780z',
      kit.tone('#b5a58c', 0.1),
    ) +
    path(
      'M850 330Q930 330 960 400L1000 480Q1060 540 1050 640Q1090 700 1080 780H860Q900 560 850 330z',
      kit.dim('#9a8a74', 0.1),
    ) +
    times(16, (index) =>
      stroke(
        `M${620 + index * 26} ${470 + (index % 5) * 50}q${-10 + (index % 3) * 12} 60 ${(index % 4) * 8 - 12} 130`,
        kit.dim('#8a7a66', 0.1),
        6,
        'stroke-opacity="0.5"',
      ),
    ) +
    times(40, () =>
      circle(
        kit.random.between(570, 1070),
        kit.random.between(620, 780),
        kit.random.between(14, 34),
        kit.tone(kit.palette.leaf, 0.08),
        'fill-opacity="0.9"',
      ),
    );
  const stone = '#efe6d2';
  const temple = at(
    800,
    336,
    1,
    rect(-62, -12, 124, 16, kit.tone(stone)) +
      rect(-50, -96, 100, 86, kit.light.shade, 'fill-opacity="0.3"') +
      times(6, (index) => rect(-54 + index * 20, -96, 8, 86, index > 3 ? kit.tone(stone) : kit.lit(stone))) +
      rect(-60, -110, 120, 16, kit.lit(stone)) +
      path('M-56 -110Q-44 -156 0 -162Q44 -156 56 -110z', kit.tone('#8b9690')) +
      path('M0 -162Q44 -156 56 -110H14z', kit.dim('#8b9690')) +
      rect(-5, -178, 10, 18, kit.lit(stone)),
  );
  const footbridge =
    stroke('M-20 520Q300 540 640 500', kit.ink(0.1), 7) +
    stroke('M-20 470Q300 500 640 456', kit.ink(0.1), 4) +
    times(20, (index) => rect(index * 33, 474 + Math.sin((index / 20) * 3.1) * 16, 2.5, 44, kit.ink(0.1)));
  const woods =
    treeline(kit, -20, 560, 760, 240, 0.34) +
    treeline(kit, 1060, 1640, 760, 260, 0.34) +
    times(9, (index) =>
      roundTree(
        kit,
        [30, 150, 280, 410, 1140, 1260, 1380, 1490, 1580][index] ?? 0,
        800,
        230 + (index % 3) * 60,
        0.16,
        index % 3 === 1 ? '#a89a48' : kit.palette.leaf,
      ),
    );
  const crest = times(7, (index) =>
    roundTree(kit, 640 + index * 52 + (index > 2 ? 70 : 0), 440 + (index % 3) * 36, 110, 0.1),
  );
  const willow = at(
    150,
    1010,
    1,
    stroke('M0 60Q-10 -160 -14 -340', kit.dim('#5b4636'), 26) +
      times(9, (index) =>
        circle(
          -150 + index * 36,
          -360 - Math.sin((index / 8) * 3.14) * 70,
          62,
          index % 2 ? kit.dim('#7f8f4a') : kit.tone('#93a356'),
        ),
      ) +
      times(34, (index) => {
        const reach = (index - 16.5) * 15;
        const end = -40 - (index % 5) * 34 - Math.abs(index - 16.5) * 4;
        return stroke(
          `M${n(reach * 0.5)} -400Q${n(reach * 1.05)} -420 ${n(reach)} ${n(end)}`,
          index % 3 ? kit.dim('#7f8f4a') : kit.tone('#93a356'),
          9,
        );
      }),
  );
  return (
    ridge(kit, 700, 60, kit.tone('#7b8a94', 0.8), 1.2) +
    mist(720, 120, 0.5) +
    woods +
    crest +
    temple +
    rock +
    footbridge +
    water(kit, 776, { mirrored: rock + temple }) +
    path('M-20 1000Q500 960 900 1030T1640 990V1080H-20z', kit.dim(kit.palette.leaf)) +
    willow +
    couple(1240, 1040, 130, kit.ink(), kit.tone('#b8342f'))
  );
}
