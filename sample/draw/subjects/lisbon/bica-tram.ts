import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { type Front, fronts, frontWindows, roadway, type Street } from '../../street.ts';
import { at, circle, ellipse, HEIGHT, path, polygon, rect, stroke, times } from '../../svg.ts';

/** A yellow Remodelado tram seen from the front, 150 wide at scale 1. */
function tram(kit: Kit, x: number, y: number, scale: number, body = '#f0b323'): string {
  const glass = kit.light.lamps > 0.2 ? '#ffdf9e' : kit.dim('#4d6474');
  const shell =
    path('M-72 -10V-150Q-72 -176 -44 -180H44Q72 -176 72 -150V-10z', kit.tone(body)) +
    rect(-72, -84, 144, 8, kit.lit('#f6efe0'));
  const roof =
    path('M-74 -164Q-60 -190 -40 -192H40Q60 -190 74 -164z', kit.lit('#f6efe0')) +
    rect(-28, -206, 56, 17, kit.tone('#39413f'), 'rx="4"');
  const panes =
    rect(-60, -152, 34, 60, glass, 'rx="4"') +
    rect(-20, -152, 40, 60, glass, 'rx="4"') +
    rect(26, -152, 34, 60, glass, 'rx="4"');
  const lamp =
    circle(0, -48, 15, kit.dim('#6b5520')) + circle(0, -48, 11, '#fff4cf') + circle(0, -48, 80, 'url(#lamp)');
  const bumper = rect(-66, -22, 132, 14, kit.dim('#3a3633')) + rect(-52, -10, 104, 12, kit.ink());
  const shade = rect(kit.sun[0] > x ? -72 : 34, -164, 38, 154, kit.light.shade, 'fill-opacity="0.22"');
  return at(
    x,
    y,
    scale,
    ellipse(0, 2, 96, 10, kit.light.shade, 'fill-opacity="0.45"') +
      bumper +
      shell +
      roof +
      panes +
      shade +
      lamp,
  );
}

const street: Street = { vanish: [800, 600], half: 300, drop: 290, near: 0.36, far: 2.9 };

function houseFront(kit: Kit, front: Front): string {
  const { index, side, depth, shaded } = front;
  const walls = kit.palette.walls;
  const wall = walls[(index * 2 + (side > 0 ? 1 : 0)) % walls.length] ?? kit.palette.stone;
  const balcony = (u: readonly [number, number], v: readonly [number, number]) =>
    front.part([u[0] - 0.05, u[1] + 0.05], [v[0] - 0.012, v[0]], kit.lit('#f7efe2', depth), 16) +
    times(5, (bar) => {
      const from = u[0] - 0.05 + bar * ((u[1] - u[0] + 0.09) / 4);
      return front.part([from, from + 0.01], [v[0], v[0] + 0.05], kit.ink(depth), 16);
    }) +
    front.part([u[0] - 0.05, u[1] + 0.05], [v[0] + 0.045, v[0] + 0.053], kit.ink(depth), 16);
  const door = front.part([0.42, 0.6], [0, 0.19], kit.dim(side > 0 ? '#3f7a5a' : '#9a3a34', depth));
  return (
    front.part([0, 1], [0, 1], shaded ? kit.dim(wall, depth) : kit.tone(wall, depth)) +
    front.part([0, 1], [0, 0.06], kit.dim('#8d97a0', depth)) +
    door +
    frontWindows(kit, front, [2, 3], [0.24, 0.98], balcony) +
    front.part([0, 1], [0.97, 1.01], kit.lit('#f7efe2', depth), 10) +
    front.part([0, 1], [1.01, 1.07], kit.tone(kit.palette.roof, depth), 18)
  );
}

export function bicaTram(kit: Kit): string {
  const river = water(kit, 560, { to: 700 }) + ridge(kit, 566, 40, kit.tone('#7b8a9a', 0.82), 1.3);
  const lane = (side: 1 | -1) =>
    fronts(
      kit,
      street,
      {
        side,
        count: 6,
        rise: (index) => 400 + ((index * (side > 0 ? 61 : 47)) % 110),
        depth: 0.34,
      },
      (front) => houseFront(kit, front),
    );
  const rails = [-1, 1]
    .map((side) =>
      polygon(
        [
          [800 + side * 10, 640],
          [800 + side * 14, 640],
          [800 + side * 150, HEIGHT],
          [800 + side * 132, HEIGHT],
        ],
        kit.dim('#5c6068'),
      ),
    )
    .join('');
  const laundry = times(5, (index) =>
    rect(
      1085 + index * 30,
      352 + index * -9,
      22,
      44 + (index % 2) * 16,
      kit.lit(['#ffffff', '#f2b8a0', '#ffffff', '#9cc4d8', '#f4d98a'][index] ?? '#ffffff'),
    ),
  );
  const bunting =
    stroke('M420 330Q800 470 1190 310', kit.ink(0.2), 2) +
    times(14, (index) =>
      polygon(
        [
          [450 + index * 52, 345 + Math.sin((index / 13) * 3.14) * 58],
          [478 + index * 52, 345 + Math.sin((index / 13) * 3.14) * 58],
          [464 + index * 52, 380 + Math.sin((index / 13) * 3.14) * 58],
        ],
        kit.tone(['#d8342f', '#f4c534', '#3f8fae', '#5c9a5a'][index % 4] ?? '#d8342f'),
      ),
    );
  return (
    river +
    mist(690, 120, 0.5) +
    roadway(kit, street, '#b5ab9d', '#a0968a', 0.6) +
    lane(-1) +
    lane(1) +
    rails +
    laundry +
    bunting +
    tram(kit, 800, 950, 1.75) +
    walker(1080, 1030, 175, kit.ink(), kit.tone('#355a72'))
  );
}
