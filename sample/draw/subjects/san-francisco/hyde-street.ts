import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person } from '../../people.ts';
import { mist } from '../../sky.ts';
import { type Front, fronts, roadway, type Street } from '../../street.ts';
import { at, circle, ellipse, HEIGHT, path, polygon, rect, times } from '../../svg.ts';

const street: Street = { vanish: [800, 620], half: 320, drop: 300, near: 0.34, far: 2.5 };

/** A narrow house with a bay over the garage, as they stand on every hill there. */
function bayFront(kit: Kit, front: Front): string {
  const { index, side, depth, shaded } = front;
  const walls = kit.palette.walls;
  const wall = walls[(index + (side > 0 ? 0 : 3)) % walls.length] ?? kit.palette.stone;
  const face = shaded ? kit.dim(wall, depth) : kit.tone(wall, depth);
  const bay = times(2, (column) => {
    const [from, to] = [0.1 + column * 0.46, 0.44 + column * 0.46];
    const panes = times(2, (level) => {
      const low = 0.34 + level * 0.3;
      return (
        front.part([from + 0.04, from + 0.15], [low, low + 0.2], kit.pane(depth), 22) +
        front.part([from + 0.19, to - 0.04], [low, low + 0.2], kit.pane(depth), 22)
      );
    });
    return (
      front.part([from, to], [0.28, 0.92], shaded ? kit.tone(wall, depth) : kit.lit(wall, depth), 22) +
      front.part([from - 0.01, to + 0.01], [0.6, 0.625], kit.lit('#efe6d4', depth), 24) +
      panes
    );
  });
  return (
    front.part([0, 1], [0, 1], face) +
    front.part([0.14, 0.44], [0, 0.2], kit.dim('#6b5a4c', depth)) +
    front.part([0.66, 0.82], [0, 0.22], kit.dim('#3f5563', depth)) +
    bay +
    front.part([0, 1], [0.96, 1.03], kit.lit('#efe6d4', depth), 20)
  );
}

export function hydeStreet(kit: Kit): string {
  const bay = ridge(kit, 520, 60, kit.tone('#7b8a94', 0.82), 1.2) + water(kit, 530, { to: 760 });
  const alcatraz = at(
    800,
    584,
    0.6,
    path('M-190 0Q-160 -34 -90 -40L120 -44Q170 -30 200 0z', kit.tone('#8a8272', 0.55)) +
      rect(-60, -76, 130, 36, kit.tone('#d3c9b4', 0.5)) +
      rect(-90, -58, 40, 20, kit.tone('#d3c9b4', 0.5)) +
      rect(84, -100, 10, 62, kit.tone('#e4dcc8', 0.5)) +
      rect(-130, -60, 12, 26, kit.tone('#c9bca4', 0.5)),
  );
  const row = (side: 1 | -1) =>
    fronts(
      kit,
      street,
      {
        side,
        count: 7,
        rise: (index) => 270 + ((index * (side > 0 ? 43 : 67)) % 100),
        depth: 0.34,
      },
      (front) => bayFront(kit, front),
    );
  const rails = [-1, 1]
    .flatMap((side) => [side * 0.24, side * 0.42])
    .map((share) =>
      polygon(
        [
          [800 + share * 50, 660],
          [800 + share * 54, 660],
          [800 + share * 520, HEIGHT],
          [800 + share * 480, HEIGHT],
        ],
        kit.dim('#54525a'),
      ),
    )
    .join('');
  const car = at(
    800,
    1010,
    1.8,
    ellipse(0, 2, 92, 10, kit.light.shade, 'fill-opacity="0.4"') +
      rect(-70, -60, 140, 48, kit.tone('#7d2a2f')) +
      rect(-70, -64, 140, 7, kit.lit('#d9b45a')) +
      rect(-70, -18, 140, 6, kit.lit('#d9b45a')) +
      rect(-58, -124, 116, 62, kit.light.lamps > 0.2 ? '#ffdf9e' : kit.dim('#4d6474')) +
      [-62, -22, 18, 56].map((dx) => rect(dx, -128, 7, 70, kit.tone('#b8895a'))).join('') +
      path('M-80 -126Q-60 -150 -44 -152H44Q60 -150 80 -126z', kit.tone('#e9dfc8')) +
      rect(-46, -164, 92, 14, kit.tone('#7d2a2f')) +
      circle(0, -38, 13, '#fff4cf') +
      circle(0, -38, 70, 'url(#lamp)') +
      rect(-60, -12, 120, 14, kit.ink()),
  );
  const riders = [-1, 1]
    .map((side) => person(800 + side * 152, 985, 165, kit.ink(), kit.tone(side > 0 ? '#355a72' : '#c8402a')))
    .join('');
  return (
    bay +
    alcatraz +
    mist(620, 150, 0.55) +
    roadway(kit, street, '#a39d94', '#8a8680', 0.64) +
    row(-1) +
    row(1) +
    rails +
    car +
    riders
  );
}
