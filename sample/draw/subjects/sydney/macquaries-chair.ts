import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple } from '../../people.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, ellipse, path, stroke, times } from '../../svg.ts';
import { ferryGreen, harbourArch, operaHouse } from './landmarks.ts';

export function macquariesChair(kit: Kit): string {
  const shapes = harbourArch(kit, 560, 706, 1.05, 0.4) + operaHouse(kit, 930, 722, 1.36, 0.12);
  const rocks =
    path('M-20 930Q160 900 300 940Q420 930 520 1000Q620 1010 680 1080H-20z', kit.tone('#b89a72')) +
    path('M-20 980Q180 950 330 1000T560 1080H-20z', kit.dim('#8f7656'));
  const fig =
    at(
      -30,
      1000,
      1,
      stroke('M40 20Q70 -300 30 -520Q0 -700 130 -900M60 -420Q160 -560 300 -640', kit.ink(), 44),
    ) +
    times(46, () =>
      ellipse(
        kit.random.between(-40, 420),
        kit.random.between(-30, 330),
        kit.random.between(50, 110),
        kit.random.between(24, 52),
        kit.dim(kit.palette.leaf),
        'fill-opacity="0.95"',
      ),
    ) +
    times(20, () =>
      ellipse(
        kit.random.between(-20, 380),
        kit.random.between(-10, 290),
        kit.random.between(26, 56),
        kit.random.between(10, 22),
        kit.tone(kit.palette.leaf),
      ),
    );
  return (
    ridge(kit, 694, 44, kit.tone('#6f8290', 0.75), 1.4) +
    treeline(kit, 1250, 1640, 716, 60, 0.46) +
    shapes +
    mist(726, 50, 0.4) +
    water(kit, 716, { mirrored: shapes }) +
    ferryGreen(kit, 1290, 820, 1.2) +
    rocks +
    fig +
    couple(430, 985, 130, kit.ink(), kit.tone('#ff8a3c'))
  );
}
