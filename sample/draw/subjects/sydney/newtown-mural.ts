import { awning } from '../../cafe.ts';
import type { Kit } from '../../kit.ts';
import { couple, walker } from '../../people.ts';
import { at, circle, path, rect, stroke, times, WIDTH } from '../../svg.ts';
import { houses, windows } from '../../town.ts';
import { drips, paintedWall, street } from '../../wall.ts';

export function newtownMural(kit: Kit): string {
  const sky = times(30, () =>
    circle(kit.random.between(300, 1300), kit.random.between(40, 420), kit.random.between(2, 6), '#fff6d8'),
  );
  const globe =
    circle(800, 690, 300, '#2a6fb0') +
    path(
      'M620 520Q720 470 790 540Q760 620 690 640Q620 700 560 640Q560 570 620 520zM880 470Q980 490 1050 570Q1090 660 1040 760Q960 800 930 720Q860 690 870 610Q820 560 880 470zM700 780Q790 760 840 830Q830 920 760 960Q690 900 700 780z',
      '#4f9a5a',
    ) +
    circle(800, 690, 300, 'none', 'stroke="#9fd0f0" stroke-width="9"');
  const cockatoo = at(
    800,
    330,
    1.5,
    path(
      'M-60 150Q-110 40 -60 -40Q-30 -100 30 -100Q90 -90 92 -30Q90 20 70 60Q80 130 40 180Q-20 200 -60 150z',
      '#fbf7ee',
    ) +
      times(
        5,
        (index) =>
          `<g transform="translate(8 -94) rotate(${-64 + index * 24})">${path('M-9 0Q-14 -66 12 -100Q22 -60 10 0z', '#f6d24a')}</g>`,
      ) +
      path('M84 -46Q128 -44 122 10Q104 -4 82 0z', '#3a3a44') +
      circle(52, -44, 11, '#16161c') +
      circle(56, -48, 3.6, '#ffffff') +
      path('M-60 150Q-90 60 -30 0Q20 50 20 170Q-20 200 -60 150z', '#dfe4ea') +
      times(4, (index) =>
        stroke(
          `M${-54 + index * 16} ${120 - index * 22}Q${-30 + index * 14} ${150 - index * 10} ${-20 + index * 12} 180`,
          '#aeb8c4',
          5,
        ),
      ),
  );
  const waratah = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      times(
        9,
        (index) =>
          `<g transform="rotate(${-100 + index * 25})">${path('M-20 0Q-30 -70 0 -120Q30 -70 20 0z', '#d8203a')}</g>`,
      ) +
        times(24, (index) =>
          circle(
            Math.cos(index * 2.4) * index * 2,
            -36 + Math.sin(index * 2.4) * index * 1.6,
            10,
            index % 2 ? '#f04a5a' : '#b81830',
          ),
        ),
    );
  const hands = path(
    'M300 940Q380 760 520 760Q560 780 540 810Q470 850 470 940zM1300 940Q1220 760 1080 760Q1040 780 1060 810Q1130 850 1130 940z',
    '#c98a5a',
  );
  const art =
    rect(0, 0, WIDTH, 960, '#2a1f5a') +
    rect(0, 420, WIDTH, 540, '#7a3a8a') +
    times(7, (index) =>
      circle(
        800,
        690,
        620 - index * 44,
        ['#3a2a7a', '#5a3a9a', '#8a4aa0', '#c95a8a', '#f07a5a', '#f6a84a', '#f6d24a'][index] ?? '#f6d24a',
      ),
    ) +
    sky +
    globe +
    hands +
    cockatoo +
    waratah(430, 620, 1.2) +
    waratah(1170, 620, 1.2) +
    drips(kit, 420, 930, 700, '#f6d24a');
  const shops = (x: number, color: string) =>
    rect(x, 420, 330, 500, kit.tone(color)) +
    rect(x, 300, 330, 130, kit.dim(color)) +
    path(`M${x} 302q80 -20 100 -60h130q20 40 100 60z`, kit.tone(color)) +
    windows(kit, x + 40, 460, [3, 1], [60, 120], [95, 10]) +
    rect(x + 20, 700, 290, 200, kit.pane()) +
    awning(kit, x - 10, 620, 350, 60, ['#2f6a4a', '#f3e9d2']);
  return (
    houses(kit, {
      from: -20,
      to: 1640,
      y: 500,
      height: [120, 190],
      width: [120, 190],
      depth: 0.3,
      roof: 'flat',
    }) +
    shops(-60, '#d9c09a') +
    shops(1340, '#b8705a') +
    paintedWall(kit, { x: 280, y: 60, width: 1040, height: 860 }, '#9a6a52', art) +
    rect(270, 48, 1060, 18, kit.lit('#cbbba4')) +
    street(kit, 915) +
    walker(1190, 985, 180, kit.ink(), kit.tone('#ff8a3c')) +
    couple(400, 985, 165, kit.ink(), kit.tone('#2f6fb0'))
  );
}
