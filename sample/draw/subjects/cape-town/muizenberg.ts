import { breakers, ground, ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, seated, walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, ellipse, path, polygon, rect, stroke, times } from '../../svg.ts';

export function muizenberg(kit: Kit): string {
  const colors = [
    '#d8342f',
    '#f2c531',
    '#2f6fc0',
    '#3f9a5a',
    '#f0803c',
    '#d8342f',
    '#2f9ab0',
    '#f2c531',
    '#3f9a5a',
  ] as const;
  const huts = times(9, (index) => {
    const scale = 0.82 + index * 0.07;
    const x = 30 + index * 152 + index * index * 4.4;
    const y = 800 + index * 14;
    const color = colors[index] ?? colors[0];
    const planks = times(10, (plank) =>
      rect(0, -170 + plank * 16, 120, 2, kit.light.shade, 'fill-opacity="0.2"'),
    );
    return at(
      x,
      y,
      scale,
      rect(8, -26, 8, 46, kit.dim('#7a6a58')) +
        rect(104, -26, 8, 46, kit.dim('#7a6a58')) +
        rect(0, -170, 120, 150, kit.tone(color)) +
        rect(86, -170, 34, 150, kit.dim(color), 'fill-opacity="0.5"') +
        planks +
        polygon(
          [
            [-12, -166],
            [60, -236],
            [132, -166],
          ],
          kit.tone(colors[(index + 2) % 9] ?? color),
        ) +
        stroke('M-12 -166L60 -236L132 -166', kit.lit('#ffffff'), 9) +
        rect(38, -120, 44, 100, kit.lit('#ffffff')) +
        rect(43, -114, 34, 94, kit.dim(colors[(index + 4) % 9] ?? color)) +
        times(4, (step) => rect(34 - step * 2, -20 + step * 10, 52 + step * 4, 7, kit.lit('#d9cdb8'))),
    );
  });
  const surfer = at(
    420,
    990,
    1,
    walker(0, 0, 175, kit.ink(), kit.dim('#26313f')) +
      `<g transform="translate(22 -92) rotate(8)">${ellipse(0, 0, 98, 17, kit.lit('#f4efe4'))}${stroke('M-94 0H94', kit.tone('#d8342f'), 3)}</g>`,
  );
  const wet = path('M-20 940Q300 900 620 960T1640 1030V1080H-20z', kit.light.sky[3], 'fill-opacity="0.3"');
  return (
    ridge(kit, 610, 130, kit.tone('#7d8a94', 0.66), 0.8) +
    mist(620, 90, 0.5) +
    water(kit, 606, { to: 780 }) +
    breakers(kit, 640, 736, 6) +
    ground(kit, 740, '#e6d3aa') +
    wet +
    huts +
    surfer +
    person(640, 930, 110, kit.ink(), kit.tone('#d8342f')) +
    at(730, 935, 1, seated(0, 0, 60, kit.ink()))
  );
}
