import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { gull } from '../../people.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { houses } from '../../town.ts';
import { ferry, mosque } from './landmarks.ts';

export function istanbulSkyline(kit: Kit): string {
  const shore = (k: Kit) => treeline(k, -20, 1640, 716, 40, 0.45);
  const town = houses(kit, {
    from: -20,
    to: 1640,
    y: 716,
    height: [24, 70],
    width: [26, 52],
    depth: 0.5,
    roof: 'hip',
    lift: (along) => Math.sin(along * Math.PI) * 70,
  });
  const hill = ridge(kit, 660, 110, kit.tone('#6e6a70', 0.78), 1.2);
  const big = mosque(kit, 820, 640, 1.5, 0.34, [-190, -150, 150, 190]);
  const small =
    mosque(kit, 1390, 690, 0.72, 0.5, [-175, 175]) + mosque(kit, 250, 696, 0.6, 0.58, [-175, 175]);
  const gulls =
    gull(460, 250, 0.9, kit.ink(0.2)) +
    gull(560, 310, 0.6, kit.ink(0.3)) +
    gull(1180, 220, 0.7, kit.ink(0.25));
  return (
    hill +
    small +
    mist(660, 120, 0.5) +
    big +
    town +
    shore(kit) +
    mist(722, 70, 0.6) +
    water(kit, 718, { mirrored: big + town }) +
    ferry(kit, 1120, 830, 1.5) +
    ferry(kit, 360, 760, 0.7) +
    gulls
  );
}
