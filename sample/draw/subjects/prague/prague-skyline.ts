import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, path, rect } from '../../svg.ts';
import { houses } from '../../town.ts';
import { castle } from './landmarks.ts';

export function pragueSkyline(kit: Kit): string {
  const town = houses(kit, {
    from: -20,
    to: 1640,
    y: 700,
    height: [34, 84],
    width: [34, 70],
    depth: 0.42,
    roof: 'hip',
    lift: (along) => Math.sin(along * 3.14) * 66,
  });
  const quarter = houses(kit, {
    from: -20,
    to: 1640,
    y: 668,
    height: [26, 50],
    width: [36, 66],
    depth: 0.38,
    roof: 'hip',
    lift: (along) => Math.sin(along * 3.14) * 22,
    below: 60,
  });
  const quay =
    houses(kit, {
      from: -20,
      to: 1640,
      y: 700,
      height: [20, 38],
      width: [44, 80],
      depth: 0.34,
      roof: 'hip',
      below: 2,
    }) +
    treeline(kit, 120, 520, 704, 30, 0.36) +
    treeline(kit, 1150, 1560, 704, 30, 0.36);
  const green = at(
    560,
    650,
    0.9,
    rect(-34, -90, 68, 100, kit.tone('#e0cfae', 0.36)) +
      path('M-36 -90Q-34 -140 0 -146Q34 -140 36 -90z', kit.tone('#6f9a86', 0.34)) +
      rect(-6, -170, 12, 28, kit.tone('#6f9a86', 0.34)) +
      rect(50, -150, 18, 160, kit.tone('#e0cfae', 0.36)) +
      path('M48 -150Q50 -172 59 -182Q68 -172 70 -150z', kit.tone('#6f9a86', 0.34)),
  );
  const shore =
    castle(kit, 900, 600, 1.35, 0.34) +
    treeline(kit, 380, 1420, 640, 66, 0.42) +
    green +
    town +
    quarter +
    quay;
  const swan = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      path(
        'M-40 0Q-46 -26 -12 -24Q6 -22 14 -12Q24 -20 18 -40Q14 -58 26 -60Q36 -60 40 -50L32 -50Q26 -50 28 -40Q34 -10 20 0z',
        kit.lit('#ffffff'),
      ),
    );
  return (
    ridge(kit, 640, 70, kit.tone('#7d8a86', 0.8), 1) +
    mist(690, 120, 0.5) +
    shore +
    mist(706, 70, 0.5) +
    water(kit, 702, { mirrored: shore }) +
    swan(420, 880, 1.3) +
    swan(560, 930, 1.6) +
    swan(330, 960, -1.5).replace('scale(-1.5 -1.5)', 'scale(-1.5 1.5)')
  );
}
