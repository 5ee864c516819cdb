import type { Kit } from '../../kit.ts';
import { person, seated, walker } from '../../people.ts';
import { roundTree } from '../../plants.ts';
import { at, circle, ellipse, n, path, rect, stroke, times, WIDTH } from '../../svg.ts';
import { houses } from '../../town.ts';
import { paintedWall, street } from '../../wall.ts';

export function lennonWall(kit: Kit): string {
  const colors = [
    '#e8403a',
    '#f7b32b',
    '#2a9d8f',
    '#3a6fd0',
    '#f08fb0',
    '#8cc63f',
    '#8a4ac0',
    '#f7f0e0',
    '#ff7a3c',
  ] as const;
  const clouds = times(32, () =>
    ellipse(
      kit.random.between(0, WIDTH),
      kit.random.between(260, 920),
      kit.random.between(60, 170),
      kit.random.between(40, 110),
      kit.random.pick(colors),
      `fill-opacity="${n(kit.random.between(0.5, 0.95))}"`,
    ),
  );
  const peace = (x: number, y: number, radius: number, color: string) =>
    circle(x, y, radius, 'none', `stroke="${color}" stroke-width="${n(radius * 0.2)}"`) +
    stroke(
      `M${x} ${y - radius}V${y + radius}M${x} ${y}L${n(x - radius * 0.7)} ${n(y + radius * 0.7)}M${x} ${y}L${n(x + radius * 0.7)} ${n(y + radius * 0.7)}`,
      color,
      radius * 0.2,
    );
  const heart = (x: number, y: number, scale: number, color: string) =>
    at(x, y, scale, path('M0 40Q-60 -6 -44 -36Q-22 -60 0 -26Q22 -60 44 -36Q60 -6 0 40z', color));
  const face = at(
    800,
    570,
    1.5,
    path(
      'M-120 150Q-150 -60 -96 -120Q-40 -170 0 -150Q40 -170 96 -120Q150 -60 120 150Q90 60 84 -40Q40 -90 0 -96Q-40 -90 -84 -40Q-90 60 -120 150z',
      '#2a1c18',
    ) +
      path('M-84 -40Q-40 -90 0 -96Q40 -90 84 -40Q88 60 50 116Q0 160 -50 116Q-88 60 -84 -40z', '#f3d9b8') +
      [-38, 38]
        .map(
          (dx) =>
            circle(dx, 0, 32, '#9fd0e0', 'fill-opacity="0.8"') +
            circle(dx, 0, 32, 'none', 'stroke="#2a1c18" stroke-width="6"'),
        )
        .join('') +
      stroke('M-6 -2Q0 -8 6 -2M0 20L-8 54H10M-28 88Q0 100 28 88', '#2a1c18', 6),
  );
  const marks = times(20, () =>
    stroke(
      `M${n(kit.random.between(0, WIDTH))} ${n(kit.random.between(290, 900))}q${n(kit.random.between(-60, 60))} ${n(kit.random.between(-60, 60))} ${n(kit.random.between(20, 110))} ${n(kit.random.between(-30, 30))}t60 10`,
      kit.random.pick(colors),
      kit.random.between(5, 13),
    ),
  );
  const signs =
    peace(300, 540, 96, '#f7f0e0') +
    peace(1330, 700, 70, '#f7b32b') +
    heart(520, 780, 1.7, '#e8403a') +
    heart(1180, 450, 1.4, '#f08fb0') +
    heart(150, 760, 1.2, '#f7b32b') +
    at(
      1400,
      460,
      1.3,
      times(8, (index) => `<g transform="rotate(${index * 45})">${ellipse(0, -46, 17, 32, '#f7f0e0')}</g>`) +
        circle(0, 0, 22, '#f7b32b'),
    );
  const wall = paintedWall(
    kit,
    { x: -10, y: 270, width: 1620, height: 650 },
    '#c9b79c',
    clouds + marks + signs + face,
    'plaster',
  );
  const cap =
    rect(-10, 252, 1620, 22, kit.tone('#a85a3c')) +
    times(54, (index) => path(`M${index * 30} 274v-18q15 -12 30 0v18z`, kit.dim('#a85a3c')));
  const guitar = at(
    1130,
    1000,
    1.25,
    seated(0, 0, 100, kit.ink(), kit.tone('#5a4636')) +
      ellipse(22, -44, 19, 15, kit.lit('#c98a4a')) +
      ellipse(4, -48, 14, 12, kit.lit('#c98a4a')) +
      stroke('M30 -48L72 -74', kit.tone('#6b4a2c'), 5),
  );
  return (
    houses(kit, {
      from: -20,
      to: 1640,
      y: 280,
      height: [60, 130],
      width: [150, 220],
      depth: 0.34,
      roof: 'hip',
    }) +
    roundTree(kit, 320, 330, 380, 0.16) +
    roundTree(kit, 1250, 330, 420, 0.16) +
    roundTree(kit, 780, 320, 300, 0.2) +
    wall +
    cap +
    street(kit, 915, '#a39a8c', '#8a8178') +
    guitar +
    person(560, 990, 180, kit.ink(), kit.tone('#f7b32b')) +
    walker(420, 1010, 190, kit.ink(), kit.tone('#3a6fd0'))
  );
}
