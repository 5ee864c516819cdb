import { glassFront, stringLights } from '../../cafe.ts';
import { ground } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, seated } from '../../people.ts';
import { at, circle, ellipse, HEIGHT, path, rect, stroke, times, WIDTH } from '../../svg.ts';

export function truthCoffee(kit: Kit): string {
  const gear = (x: number, y: number, radius: number, color: string) =>
    times(
      12,
      (tooth) =>
        `<g transform="rotate(${tooth * 30} ${x} ${y})">${rect(x - radius * 0.11, y - radius * 1.16, radius * 0.22, radius * 0.3, color)}</g>`,
    ) +
    circle(x, y, radius, color) +
    circle(x, y, radius * 0.66, kit.dim('#4a3020')) +
    stroke(`M${x - radius} ${y}h${radius * 2}M${x} ${y - radius}v${radius * 2}`, color, radius * 0.14) +
    circle(x, y, radius * 0.22, color);
  const wall =
    rect(0, 0, WIDTH, 840, kit.tone('#7a4a36')) +
    times(38, (row) => rect(0, row * 22, WIDTH, 2, kit.ink(), 'fill-opacity="0.25"')) +
    times(300, () =>
      rect(
        Math.floor(kit.random.between(0, 27)) * 60,
        Math.floor(kit.random.between(0, 38)) * 22 + 2,
        57,
        19,
        kit.random.next() > 0.5 ? kit.lit('#8a5a42') : kit.ink(),
        'fill-opacity="0.16"',
      ),
    );
  const gears =
    gear(330, 300, 110, kit.lit('#b8823f')) +
    gear(490, 410, 66, kit.tone('#8a6a4a')) +
    gear(1290, 260, 130, kit.tone('#a5713c')) +
    gear(1110, 370, 74, kit.lit('#b8823f'));
  const pipes =
    stroke(
      'M-20 120H620V60M1640 150H1000V60M180 120V560M1480 150V520M620 120H1000',
      kit.tone('#c9793f'),
      22,
    ) +
    stroke('M-20 114H614M1640 144H1006', kit.lit('#f0b070'), 5) +
    [180, 620, 1000, 1480].map((x) => circle(x, x < 700 ? 120 : 150, 19, kit.lit('#d9964f'))).join('');
  const machine = at(
    800,
    770,
    1.5,
    rect(-150, -110, 300, 104, kit.tone('#b8823f'), 'rx="16"') +
      rect(-150, -110, 300, 20, kit.lit('#f0c078'), 'rx="10"') +
      path('M-70 -110V-190Q-66 -250 0 -256Q66 -250 70 -190V-110z', kit.lit('#c9793f')) +
      path('M24 -110V-250Q66 -240 70 -190V-110z', kit.dim('#a55f30')) +
      path('M-30 -256Q-24 -286 0 -288Q24 -286 30 -256z', kit.lit('#e0ab5c')) +
      circle(0, -186, 30, kit.lit('#f6ecd8')) +
      stroke('M0 -186L14 -204', '#b8342f', 4) +
      [-100, 100]
        .map((x) => rect(x - 34, -40, 68, 14, kit.dim('#5a4636')) + rect(x - 8, -28, 16, 20, kit.ink()))
        .join('') +
      times(3, (index) =>
        stroke(`M${-100 + index * 100} -290q-20 -30 0 -60t0 -60`, '#ffffff', 5, 'stroke-opacity="0.25"'),
      ),
  );
  const counter =
    rect(300, 760, 1000, 200, kit.tone('#5a3a26')) +
    rect(280, 748, 1040, 22, kit.lit('#a9744a')) +
    times(13, (index) => rect(320 + index * 76, 780, 58, 160, kit.dim('#4a2e1e')));
  const bulbs = [120, 420, 640, 960, 1180, 1500]
    .map(
      (x, index) =>
        rect(x - 1.5, 0, 3, 190 + (index % 3) * 50, kit.ink()) +
        circle(x, 214 + (index % 3) * 50, 150, 'url(#lamp)') +
        path(`M${x - 10} ${190 + (index % 3) * 50}h20q6 20 6 28a16 18 0 0 1 -32 0q0 -8 6 -28z`, '#fff0c2'),
    )
    .join('');
  const floor =
    ground(kit, 950, '#4a3426') +
    times(16, (index) =>
      stroke(
        `M${index * 110 - 20} 950L${800 + (index * 110 - 820) * 1.5} 1080`,
        kit.ink(),
        3,
        'stroke-opacity="0.5"',
      ),
    );
  const stools = [420, 620, 980, 1180]
    .map(
      (x) =>
        rect(x - 4, 890, 8, 130, kit.ink()) +
        ellipse(x, 888, 38, 11, kit.tone('#8a3f34')) +
        ellipse(x, 1022, 36, 8, kit.ink()),
    )
    .join('');
  return (
    wall +
    glassFront(kit, 20, 600, 230, 300, '#2a211d', 2) +
    glassFront(kit, 1350, 600, 230, 300, '#2a211d', 2) +
    pipes +
    gears +
    machine +
    counter +
    floor +
    stools +
    person(620, 770, 230, kit.ink(), kit.tone('#f4efe4')) +
    seated(970, 900, 150, kit.ink(), kit.tone('#2f6fc0')) +
    bulbs +
    stringLights(kit, [0, 560], [300, 600], 40) +
    rect(0, 0, WIDTH, HEIGHT, '#f0a050', 'fill-opacity="0.07"')
  );
}
