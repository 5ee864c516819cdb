import { suspension } from '../../bridges.ts';
import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { cypress, roundTree, treeline, umbrellaPine } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, path, polygon, rect, stroke, times } from '../../svg.ts';
import { windows } from '../../town.ts';

export function emirganTulips(kit: Kit): string {
  const strait = ridge(kit, 560, 90, kit.tone('#7d8f84', 0.78), 1.6) + water(kit, 566, { to: 660 });
  const bridge =
    suspension(kit, { towers: [520, 1120], deck: 520, top: 360, color: '#9aa3ad', depth: 0.62, cable: 3 }) +
    [520, 1120].map((x) => rect(x - 6, 356, 12, 212, kit.tone('#9aa3ad', 0.6))).join('');
  const pavilion = at(
    1180,
    716,
    1.25,
    rect(-130, -110, 260, 110, kit.lit('#f6efe0')) +
      polygon(
        [
          [-150, -108],
          [-110, -160],
          [110, -160],
          [150, -108],
        ],
        kit.tone(kit.palette.roof),
      ) +
      windows(kit, -110, -88, [7, 1], [18, 52], [33, 60]) +
      rect(-46, -190, 92, 34, kit.lit('#f6efe0')) +
      polygon(
        [
          [-56, -188],
          [0, -226],
          [56, -188],
        ],
        kit.tone(kit.palette.roof),
      ),
  );
  const beds = times(8, (index) => {
    const y = 730 + index * index * 5.4;
    const color =
      ['#d8342f', '#f4c534', '#f3eee4', '#8e3d8f', '#f08a3c', '#d8342f', '#f6a8bd', '#f4c534'][index] ??
      '#d8342f';
    const size = 0.16 + index * 0.1;
    const row = times(150 / (1 + index * 0.55), (cell) =>
      tulip(
        kit,
        (cell + kit.random.between(0, 0.6)) * (12 + index * 7.5) - 20,
        y + 44 + kit.random.between(-5, 8) * size * 4,
        size,
        color,
      ),
    );
    return (
      path(
        `M-20 ${y}Q500 ${y - 26} 900 ${y}T1620 ${y - 10}V1080H-20z`,
        kit.tone(index % 2 ? '#5f8a4a' : '#4f7a42', 0.22 - index * 0.025),
      ) + row
    );
  });
  return (
    strait +
    bridge +
    mist(600, 90, 0.5) +
    ridge(kit, 690, 40, kit.dim(kit.palette.leaf, 0.3), 1) +
    treeline(kit, -20, 1000, 700, 90, 0.3) +
    umbrellaPine(kit, 250, 730, 400, 0.12) +
    pavilion +
    cypress(kit, 960, 720, 220, 0.2) +
    roundTree(kit, 1450, 730, 280, 0.15) +
    beds
  );
}

function tulip(kit: Kit, x: number, y: number, scale: number, color: string): string {
  return at(
    x,
    y,
    scale,
    stroke('M0 0V-60', kit.dim(kit.palette.leaf), 5) +
      path('M-17 -88L-9 -72L0 -92L9 -72L17 -88Q22 -52 0 -50Q-22 -52 -17 -88z', kit.tone(color)) +
      path('M4 -80L9 -72L17 -88Q22 -52 2 -50z', kit.dim(color)),
  );
}
