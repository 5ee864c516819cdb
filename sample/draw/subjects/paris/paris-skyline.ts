import { ridge } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { mist } from '../../sky.ts';
import { rect, times, WIDTH } from '../../svg.ts';
import { houses } from '../../town.ts';
import { eiffel } from './landmarks.ts';

export function parisSkyline(kit: Kit): string {
  const far = houses(kit, {
    from: -20,
    to: 1640,
    y: 700,
    height: [22, 46],
    width: [30, 60],
    depth: 0.66,
    roof: 'mansard',
  });
  const rows = times(4, (index) =>
    houses(kit, {
      from: -30 - index * 20,
      to: 1660,
      y: 800 + index * 80,
      height: [80, 108],
      width: [110 + index * 26, 180 + index * 30],
      depth: 0.44 - index * 0.13,
      roof: 'mansard',
    }),
  );
  const pots = times(46, () => {
    const x = kit.random.between(0, WIDTH);
    return rect(x, 965 - kit.random.between(0, 30), 10, 46, kit.tone('#b8643f'));
  });
  return (
    ridge(kit, 680, 40, kit.tone('#7b8a94', 0.85), 1.3) +
    far +
    mist(690, 110, 0.5) +
    eiffel(kit, 1060, 770, 1.92, 0.14) +
    rows +
    pots +
    rect(0, 1010, WIDTH, 60, kit.dim('#6c7688')) +
    rect(0, 1004, WIDTH, 8, kit.lit('#8d97a6'))
  );
}
