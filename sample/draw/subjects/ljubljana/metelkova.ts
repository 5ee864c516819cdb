import { stringLights } from '../../cafe.ts';
import type { Kit } from '../../kit.ts';
import { cat, couple, seated } from '../../people.ts';
import { at, circle, n, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { paintedWall, street } from '../../wall.ts';

export function metelkova(kit: Kit): string {
  const colors = ['#e8403a', '#f7b32b', '#2a9d8f', '#3a6fd0', '#f08fb0', '#8cc63f', '#8a4ac0'] as const;
  const mosaic = (x: number, y: number, radius: number) =>
    times(4, (ring) =>
      times(5 + ring * 5, (index) => {
        const angle = (index / (5 + ring * 5)) * Math.PI * 2 + ring * 0.4;
        const reach = ((ring + 0.6) / 4) * radius;
        return `<g transform="translate(${n(x + Math.cos(angle) * reach)} ${n(y + Math.sin(angle) * reach)}) rotate(${n((angle * 180) / Math.PI)})">${rect(-9, -12, 18, 24, colors[(ring + index) % 7] ?? colors[0])}</g>`;
      }),
    );
  const monster = at(
    470,
    610,
    1.3,
    path(
      'M-150 250Q-190 60 -130 -60Q-150 -160 -90 -190Q-80 -120 -50 -100Q0 -120 50 -100Q80 -120 90 -190Q150 -160 130 -60Q190 60 150 250z',
      '#2a9d8f',
    ) +
      circle(-50, -20, 46, '#f7f0e0') +
      circle(56, -20, 36, '#f7f0e0') +
      circle(-42, -14, 21, '#1a1424') +
      circle(50, -16, 17, '#1a1424') +
      path('M-100 70Q0 130 110 66Q100 190 0 196Q-96 186 -100 70z', '#1a1424') +
      times(7, (index) =>
        polygon(
          [
            [-88 + index * 28, 84 + (index % 6 ? 12 : 0)],
            [-60 + index * 28, 84 + (index % 6 ? 12 : 0)],
            [-74 + index * 28, 130],
          ],
          '#f7f0e0',
        ),
      ) +
      times(24, (index) =>
        circle(-120 + ((index * 53) % 240), -60 + ((index * 37) % 300), 9, '#f7b32b', 'fill-opacity="0.7"'),
      ),
  );
  const robot = at(
    1120,
    640,
    1.2,
    rect(-110, -60, 220, 250, '#3a6fd0', 'rx="20"') +
      rect(-76, -190, 152, 116, '#f08fb0', 'rx="16"') +
      circle(-32, -134, 24, '#f7f0e0') +
      circle(32, -134, 24, '#f7f0e0') +
      circle(-28, -130, 11, '#1a1424') +
      circle(36, -130, 11, '#1a1424') +
      rect(-40, -98, 80, 9, '#1a1424') +
      stroke(
        'M-60 -190L-80 -250M60 -190L80 -250M-110 -20Q-200 20 -180 130M110 -20Q190 -60 220 -150',
        '#f7b32b',
        17,
      ) +
      circle(-80, -256, 15, '#e8403a') +
      circle(80, -256, 15, '#e8403a') +
      circle(0, 40, 56, '#f7b32b') +
      times(
        8,
        (index) => `<g transform="rotate(${index * 45} 0 40)">${rect(-7, -30, 14, 40, '#e8403a')}</g>`,
      ),
  );
  const art =
    rect(0, 0, WIDTH, 940, '#e9c46a') +
    times(11, (index) =>
      path(
        `M-20 ${200 + index * 80}q100 -60 200 0t200 0t200 0t200 0t200 0t200 0t200 0t240 0v50H-20z`,
        colors[(index + 2) % 7] ?? colors[0],
        'fill-opacity="0.42"',
      ),
    ) +
    monster +
    robot +
    mosaic(800, 390, 150) +
    mosaic(200, 330, 90) +
    mosaic(1420, 380, 110);
  const panes = [
    [300, 250],
    [620, 250],
    [940, 250],
    [1260, 250],
  ]
    .map(
      ([x = 0, y = 0]) =>
        rect(x - 60, y - 40, 120, 130, '#1a1424') +
        rect(x - 50, y - 30, 45, 110, kit.pane()) +
        rect(x + 5, y - 30, 45, 110, kit.pane()) +
        times(7, (index) => circle(x - 66 + index * 22, y - 46, 12, colors[index] ?? colors[0])),
    )
    .join('');
  const door =
    path('M730 930V690q70 -90 140 0v240z', '#1a1424') +
    path('M746 930V700q54 -70 108 0v230z', '#ffcf7d') +
    times(9, (index) =>
      circle(
        716 + index * 21,
        700 - Math.sin((index / 8) * Math.PI) * 70,
        15,
        colors[index % 7] ?? colors[0],
      ),
    );
  const roof =
    polygon(
      [
        [30, 160],
        [120, 60],
        [1480, 60],
        [1570, 160],
      ],
      kit.tone(kit.palette.roof),
    ) + rect(20, 152, 1560, 18, kit.dim(kit.palette.roof));
  const sculpture = at(
    1450,
    985,
    1,
    stroke(
      'M0 0V-210M0 -210Q-60 -290 -20 -330M0 -210Q70 -260 60 -330M0 -120Q-70 -140 -80 -200',
      kit.dim('#8a4f3c'),
      14,
    ) +
      circle(-20, -340, 24, kit.tone('#f7b32b')) +
      circle(60, -344, 30, kit.tone('#2a9d8f')) +
      circle(-80, -210, 20, kit.tone('#e8403a')),
  );
  return (
    roof +
    paintedWall(kit, { x: 50, y: 165, width: 1500, height: 760 }, '#e9c46a', art, 'plaster') +
    panes +
    door +
    street(kit, 915, '#a39a8c', '#7d766c') +
    stringLights(kit, [-20, 240], [820, 190], 120) +
    stringLights(kit, [820, 190], [1640, 260], 120) +
    sculpture +
    couple(900, 985, 170, kit.ink(), kit.tone('#8cc63f')) +
    cat(620, 990, 0.9, kit.ink()) +
    seated(250, 985, 125, kit.ink(), kit.tone('#e8403a'))
  );
}
