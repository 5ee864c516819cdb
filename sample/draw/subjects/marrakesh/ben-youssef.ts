import { ground } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person } from '../../people.ts';
import { at, circle, HEIGHT, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';

export function benYoussef(kit: Kit): string {
  const plaster = '#ead6b4';
  const wall =
    rect(0, 150, WIDTH, 640, kit.tone(plaster)) +
    rect(0, 90, WIDTH, 80, kit.dim('#6b4630')) +
    times(46, (index) => rect(index * 36, 100, 16, 62, kit.tone('#8a5f40'))) +
    path('M-20 96Q400 60 800 60T1620 96V40H-20z', kit.tone('#4f8a6a'));
  const carve = times(32, (index) =>
    times(
      7,
      (row) =>
        polygon(
          [
            [index * 52 + (row % 2) * 26, 190 + row * 44],
            [index * 52 + 20 + (row % 2) * 26, 212 + row * 44],
            [index * 52 + (row % 2) * 26, 234 + row * 44],
            [index * 52 - 20 + (row % 2) * 26, 212 + row * 44],
          ],
          kit.dim('#d3b98f'),
          'fill-opacity="0.5"',
        ) + circle(index * 52 + (row % 2) * 26, 212 + row * 44, 6, kit.lit('#f6e8cc')),
    ),
  );
  const arch = (x: number, half: number, foot: number, top: number) => {
    const outline = `M${x - half} ${foot}V${top + half * 0.9}Q${x - half * 1.14} ${top + half * 0.3} ${x - half * 0.62} ${top - half * 0.1}Q${x - half * 0.2} ${top - half * 0.42} ${x} ${top - half * 0.62}Q${x + half * 0.2} ${top - half * 0.42} ${x + half * 0.62} ${top - half * 0.1}Q${x + half * 1.14} ${top + half * 0.3} ${x + half} ${top + half * 0.9}V${foot}z`;
    return (
      rect(x - half * 1.36, top - half * 0.9, half * 2.72, foot - top + half * 0.9, kit.lit('#f3e2c2')) +
      stroke(outline, kit.dim('#b8946a'), 15) +
      path(outline, kit.dim('#3d2a20'))
    );
  };
  const door =
    arch(800, 170, 790, 440) +
    path('M690 790V560Q800 400 910 560V790z', '#ffcf7d', 'fill-opacity="0.45"') +
    circle(800, 590, 210, 'url(#lamp)', 'fill-opacity="0.8"') +
    rect(797, 400, 6, 90, kit.ink()) +
    path('M776 490h48l10 44l-34 26l-34 -26z', '#ffdf9e');
  const sides =
    [330, 1270].map((x) => arch(x, 110, 790, 540)).join('') +
    [330, 1270]
      .map(
        (x) =>
          rect(x - 70, 250, 140, 130, kit.dim('#5a3c2a')) +
          times(9, (bar) => rect(x - 64 + bar * 15, 256, 6, 118, kit.tone('#8a5f40'))) +
          rect(x - 80, 378, 160, 14, kit.tone('#8a5f40')),
      )
      .join('');
  const colors = ['#2f7f8a', '#e8dcc0', '#2f5f9a', '#5a9a6a', '#c9a23a', '#1f3f5a'] as const;
  const tiles = times(66, (index) =>
    times(
      5,
      (row) =>
        `<g transform="translate(${index * 25 + 10} ${676 + row * 25}) rotate(45)">${rect(-8, -8, 16, 16, colors[(index * 3 + row * 2) % 6] ?? '#2f7f8a')}</g>`,
    ),
  );
  const skirting =
    `<clipPath id="zellige"><path d="M-20 660H180V800H-20zM480 660H590V800H480zM1010 660H1120V800H1010zM1420 660H1620V800H1420z"/></clipPath><g clip-path="url(#zellige)">${rect(0, 660, WIDTH, 140, kit.dim('#1f3f5a'))}${tiles}</g>` +
    rect(0, 652, 180, 9, kit.ink()) +
    rect(1420, 652, 200, 9, kit.ink());
  const court = wall + carve + sides + door + skirting;
  const marble =
    ground(kit, 786, '#efe3cd') +
    times(13, (index) =>
      stroke(`M${800 + (index - 6) * 130} 786L${800 + (index - 6) * 270} 1080`, kit.dim('#cfb994'), 2),
    ) +
    times(5, (index) => rect(0, 806 + index * index * 15, WIDTH, 2, kit.dim('#cfb994')));
  const pool =
    `<clipPath id="court"><polygon points="560,850 1040,850 1180,1040 420,1040"/></clipPath><g clip-path="url(#court)">${rect(400, 840, 800, 220, kit.tone('#6fa09a'))}<g opacity="0.55" transform="translate(0 1640) scale(1 -1)">${court}</g></g>` +
    stroke('M560 850H1040L1180 1040H420z', kit.lit('#fff6e4'), 16);
  return (
    court +
    marble +
    pool +
    person(1240, 900, 150, kit.ink(), kit.tone('#f4efe4')) +
    at(
      0,
      0,
      1,
      polygon(
        [
          [kit.sun[0] > 800 ? 0 : 1100, 60],
          [kit.sun[0] > 800 ? 520 : 1620, 60],
          [kit.sun[0] > 800 ? 200 : 1620, HEIGHT],
          [kit.sun[0] > 800 ? 0 : 1420, HEIGHT],
        ],
        kit.light.shade,
        'fill-opacity="0.2"',
      ),
    )
  );
}
