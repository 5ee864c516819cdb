import type { Kit } from '../../kit.ts';
import { conifer, treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { houses } from '../../town.ts';
import { alps, castleHill, franciscan } from './landmarks.ts';

export function ljubljanaSkyline(kit: Kit): string {
  const roofs = (y: number, depth: number, wide: number) =>
    houses(kit, { from: -20, to: 1640, y, height: [36, 84], width: [wide, wide * 1.7], depth, roof: 'hip' });
  return (
    alps(kit, 620) +
    mist(630, 130, 0.6) +
    castleHill(kit, 1060, 740, 1.25, 0.3) +
    roofs(770, 0.4, 44) +
    franciscan(kit, 420, 820, 0.8, 0.24) +
    mist(800, 100, 0.4) +
    roofs(850, 0.24, 60) +
    treeline(kit, 60, 1500, 900, 70, 0.2) +
    roofs(950, 0.1, 84) +
    roofs(1050, 0, 110) +
    conifer(kit, 1530, 1080, 420) +
    conifer(kit, 1600, 1080, 330)
  );
}
