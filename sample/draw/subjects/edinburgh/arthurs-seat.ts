import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { circle, n, path, stroke, times } from '../../svg.ts';

export function arthursSeat(kit: Kit): string {
  const crags =
    path('M-20 700L60 640L200 560L420 486L640 470L700 520L760 640L800 700z', kit.tone('#7d6a55', 0.24)) +
    times(26, (index) => {
      const x = 90 + index * 22;
      const top = x < 420 ? 640 - (x - 60) * 0.41 : 488 - (x - 420) * 0.07;
      return stroke(
        `M${x} ${n(top + 14 + (index % 3) * 10)}l${4 + (index % 3) * 4} ${50 + (index % 4) * 18}`,
        kit.dim('#7d6a55', 0.24),
        7,
        'stroke-opacity="0.5"',
      );
    }) +
    path('M-20 760Q260 640 620 668Q860 700 1180 900H-20z', kit.tone('#7f8446', 0.2));
  const seat =
    path(
      'M520 760L700 640L860 520L960 400L1020 330L1080 306L1130 330L1200 400L1320 470L1460 560L1640 640V900H520z',
      kit.tone('#75793f', 0.12),
    ) +
    path(
      'M1080 306L1130 330L1200 400L1320 470L1460 560L1640 640V900H1000Q1080 640 1060 480z',
      kit.dim('#6d703c', 0.12),
    ) +
    path('M1010 338L1080 306L1136 336L1110 372L1060 360L1030 384z', kit.dim('#6b6358', 0.1));
  const path_ = stroke(
    'M500 1010Q760 880 820 780T980 560T1060 400',
    kit.lit('#c9b790', 0.1),
    9,
    'stroke-dasharray="1 0"',
  );
  const figures =
    person(1078, 308, 26, kit.ink()) +
    person(1096, 310, 24, kit.ink()) +
    walker(830, 790, 56, kit.ink()) +
    walker(716, 872, 74, kit.ink(), kit.tone('#8f3b4a'));
  const gorse = times(60, () =>
    circle(
      kit.random.between(-10, 1610),
      kit.random.between(930, 1060),
      kit.random.between(8, 22),
      kit.tone(kit.random.next() > 0.55 ? '#e0b52a' : '#66702f'),
    ),
  );
  return (
    ridge(kit, 660, 50, kit.tone('#6d7a80', 0.86), 1) +
    water(kit, 690, { to: 760, glitter: false }) +
    mist(720, 90, 0.5) +
    seat +
    mist(830, 150, 0.25) +
    crags +
    ridge(kit, 890, 50, kit.tone('#7d8442'), 0.8) +
    path_ +
    ridge(kit, 1010, 40, kit.dim('#6d7a40'), 1.2) +
    figures +
    gorse
  );
}
