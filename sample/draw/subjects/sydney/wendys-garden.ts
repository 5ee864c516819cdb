import { stringLights } from '../../cafe.ts';
import { ground, ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { seated, walker } from '../../people.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, path, stroke, times } from '../../svg.ts';
import { towers } from '../../town.ts';
import { harbourArch } from './landmarks.ts';

export function wendysGarden(kit: Kit): string {
  const view = harbourArch(kit, 1010, 640, 0.72, 0.5) + water(kit, 636, { to: 800, glitter: true });
  const beds = times(90, () => {
    const x = kit.random.between(-20, 1620);
    const y = 760 + Math.abs(x - 820) * 0.14 + kit.random.between(-20, 130);
    return ellipse(
      x,
      y,
      kit.random.between(36, 84),
      kit.random.between(22, 48),
      kit.random.next() > 0.5 ? kit.dim(kit.palette.leaf) : kit.tone('#6f9a58'),
    );
  });
  const blooms = times(90, () =>
    circle(
      kit.random.between(0, 1600),
      kit.random.between(800, 1030),
      kit.random.between(5, 11),
      kit.tone(kit.random.pick(['#ff8a3c', '#e8567a', '#f6d24a', '#8a6ad0', '#ffffff'])),
    ),
  );
  const lane =
    path(
      'M780 730Q830 720 860 734Q800 800 900 870Q1010 950 860 1080H560Q820 950 720 870Q640 800 780 730z',
      kit.lit('#dcc49a'),
    ) +
    times(7, (index) =>
      path(
        `M${690 - index * 12 + (index > 3 ? 30 : 0)} ${850 + index * 32}q110 -16 240 0v9q-120 -10 -240 0z`,
        kit.dim('#8a6f4f'),
      ),
    );
  const fig = (x: number, side: 1 | -1) =>
    at(
      x,
      1060,
      1,
      path(
        'M-90 20Q-40 -40 -46 -200Q-60 -420 -20 -640L50 -640Q40 -400 60 -200Q60 -40 130 20Q60 0 40 20Q10 -10 -10 20Q-40 0 -90 20z',
        kit.dim('#5a4a3c'),
      ) +
        stroke(
          'M0 -500Q120 -640 330 -700M10 -420Q160 -520 300 -520M-10 -560Q-60 -760 -40 -900',
          kit.dim('#5a4a3c'),
          40,
        ) +
        times(5, (index) =>
          stroke(
            `M${90 + index * 42} ${-560 - index * 20}V${-330 - (index % 2) * 90}`,
            kit.dim('#6b5a48'),
            4,
          ),
        ),
      side,
    );
  const canopy = times(64, () =>
    ellipse(
      kit.random.between(-40, 1640),
      kit.random.next() ** 1.8 * 300 - 20,
      kit.random.between(60, 130),
      kit.random.between(28, 58),
      kit.random.next() > 0.4 ? kit.dim(kit.palette.leaf) : kit.tone(kit.palette.leaf),
      'fill-opacity="0.94"',
    ),
  );
  return (
    ridge(kit, 620, 40, kit.tone('#6f8290', 0.7), 1.3) +
    towers(kit, 240, 620, 640, [60, 170], 0.55) +
    view +
    mist(660, 90, 0.5) +
    treeline(kit, -20, 560, 780, 150, 0.3) +
    treeline(kit, 1080, 1640, 780, 150, 0.3) +
    ground(kit, 770, '#6f9a58') +
    beds +
    lane +
    blooms +
    fig(190, 1) +
    fig(1450, -1) +
    canopy +
    stringLights(kit, [430, 480], [1180, 470], 110) +
    seated(1130, 960, 110, kit.ink(), kit.tone('#ff8a3c')) +
    walker(800, 860, 92, kit.ink())
  );
}
