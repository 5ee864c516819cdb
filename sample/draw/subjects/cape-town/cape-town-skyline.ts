import { ridge } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple } from '../../people.ts';
import { treeline, umbrellaPine } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { circle, n, path, times, WIDTH } from '../../svg.ts';
import { houses, towers } from '../../town.ts';
import { tableMountain } from './landmarks.ts';

export function capeTownSkyline(kit: Kit): string {
  const city = houses(kit, {
    from: -20,
    to: 1640,
    y: 730,
    height: [16, 42],
    width: [24, 46],
    depth: 0.4,
    roof: 'flat',
    below: 60,
    lift: (along) => Math.sin(along * 3.1) * 60,
  });
  const lights = times(260, () =>
    circle(
      kit.random.between(0, WIDTH),
      650 + kit.random.next() ** 0.7 * 220,
      kit.random.between(1.2, 3.4),
      kit.random.next() > 0.3 ? '#ffd383' : '#fff6e0',
      `fill-opacity="${n(0.25 + kit.light.lamps * 0.7)}"`,
    ),
  );
  const slope =
    path('M-20 900Q260 860 520 920T1100 980T1640 900V1080H-20z', kit.dim('#5d6a42')) +
    path('M-20 990Q400 950 800 1010T1640 990V1080H-20z', kit.ink());
  return (
    tableMountain(kit, 800, 730, 1.36, 0.34) +
    mist(720, 150, 0.5) +
    ridge(kit, 790, 60, kit.dim('#5d6a42', 0.4), 1.3) +
    city +
    treeline(kit, -20, 1640, 770, 46, 0.34) +
    towers(kit, 520, 1080, 760, [60, 150], 0.32) +
    treeline(kit, -20, 1640, 800, 60, 0.3) +
    houses(kit, {
      from: -20,
      to: 1640,
      y: 830,
      height: [20, 50],
      width: [30, 60],
      depth: 0.24,
      roof: 'hip',
      below: 40,
      lift: (along) => Math.sin(along * 4) * 30,
    }) +
    treeline(kit, -20, 1640, 880, 80, 0.18) +
    lights +
    slope +
    umbrellaPine(kit, 180, 980, 330) +
    umbrellaPine(kit, 1480, 970, 380) +
    couple(760, 1010, 100, kit.ink())
  );
}
