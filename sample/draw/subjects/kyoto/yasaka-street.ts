import { ridge } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, underUmbrella } from '../../people.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { type Front, fronts, roadway, type Street } from '../../street.ts';
import { at, circle, ellipse, rect, times } from '../../svg.ts';
import { pagoda } from './landmarks.ts';

const street: Street = { vanish: [800, 690], half: 300, drop: 270, near: 0.34, far: 3 };

/** Two low floors of dark wood: a lattice with light behind it, a tiled roof over each. */
function townhouse(kit: Kit, front: Front): string {
  const { index, side, depth } = front;
  const walls = kit.palette.walls;
  const wall = walls[(index + (side > 0 ? 2 : 0)) % walls.length] ?? kit.palette.stone;
  const lit = kit.light.lamps > 0.2 ? '#ffcf7d' : kit.dim('#8a6a48', depth);
  const wood = kit.dim('#3d2a22', depth);
  const lattice = times(13, (bar) => front.part([0.06 + bar * 0.07, 0.085 + bar * 0.07], [0.06, 0.5], wood));
  const upper = times(16, (bar) => front.part([0.12 + bar * 0.05, 0.14 + bar * 0.05], [0.68, 0.86], wood));
  return (
    front.part([0, 1], [0, 1], kit.tone(wall, depth)) +
    front.part([0.06, 0.94], [0.14, 0.46], lit) +
    lattice +
    front.part([0.1, 0.92], [0.68, 0.86], index % 2 ? lit : kit.pane(depth)) +
    upper +
    front.part([-0.02, 1.02], [0.54, 0.62], kit.dim(kit.palette.roof, depth), 50) +
    front.part([-0.02, 1.02], [0.62, 0.64], kit.lit(kit.palette.roof, depth), 40) +
    front.part([-0.03, 1.03], [0.95, 1.06], kit.dim(kit.palette.roof, depth), 60) +
    front.part([-0.03, 1.03], [1.06, 1.22], kit.tone(kit.palette.roof, depth), 20)
  );
}

export function yasakaStreet(kit: Kit): string {
  const paper = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      circle(0, 0, 90, 'url(#lamp)') +
        ellipse(0, 0, 15, 21, '#fff0cf') +
        ellipse(0, 0, 15, 21, '#d8432a', 'fill-opacity="0.35"') +
        rect(-8, -24, 16, 5, kit.ink()) +
        rect(-8, 19, 16, 5, kit.ink()),
    );
  const row = (side: 1 | -1) =>
    fronts(
      kit,
      street,
      {
        side,
        count: 6,
        rise: (index) => 190 + ((index * (side > 0 ? 29 : 41)) % 50),
        depth: 0.34,
      },
      (front) => townhouse(kit, front),
    );
  return (
    ridge(kit, 690, 120, kit.tone('#5f7a6a', 0.72), 0.9) +
    treeline(kit, 380, 1220, 760, 130, 0.46) +
    pagoda(kit, 800, 768, 1.16, 0.2) +
    mist(770, 140, 0.5) +
    roadway(kit, street, '#8d857a', '#a0968a', 0.5) +
    row(-1) +
    row(1) +
    [
      [610, 640, 0.8],
      [990, 640, 0.8],
      [455, 610, 1.4],
      [1145, 610, 1.4],
      [220, 560, 2.3],
      [1380, 560, 2.3],
    ]
      .map(([x = 0, y = 0, scale = 1]) => paper(x, y, scale))
      .join('') +
    underUmbrella(860, 950, 170, kit.ink(), kit.tone('#d8432a')) +
    person(745, 890, 122, kit.ink(), kit.tone('#3f5a86'))
  );
}
