import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { at, circle, n, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { houses } from '../../town.ts';
import { drips, paintedWall, street } from '../../wall.ts';

export function bushwickMural(kit: Kit): string {
  const colors = ['#ff4f79', '#ffb22e', '#2ec4b6', '#5a3ea8', '#f7f3e8', '#1f8fe0'] as const;
  const rays = times(
    26,
    (index) =>
      `<g transform="rotate(${n(index * 13.85)} 800 560)">${polygon(
        [
          [770, -400],
          [830, -400],
          [800, 560],
        ],
        colors[index % colors.length] ?? '#ff4f79',
        'fill-opacity="0.85"',
      )}</g>`,
  );
  const profile =
    path(
      'M640 930Q650 800 600 760Q520 700 520 560Q520 330 740 290Q900 268 990 370Q1030 420 1022 500L1060 580Q1066 604 1034 610L1030 650Q1040 664 1028 676L1030 700Q1026 760 950 752L900 750Q890 840 930 930z',
      '#241a4a',
    ) +
    path(
      'M700 930Q720 800 680 730Q600 690 606 560Q620 390 780 360Q900 350 950 420Q980 470 968 520L1000 588L966 606L960 660L940 700Q880 716 830 690Q810 800 850 930z',
      '#5a3ea8',
    ) +
    path(
      'M790 930Q800 820 770 700Q680 660 700 550Q730 450 830 440Q890 440 910 490Q900 560 880 600L870 660Q830 660 800 650z',
      '#ff4f79',
    );
  const eye =
    path('M880 520Q930 480 980 520Q930 552 880 520z', '#f7f3e8') +
    circle(934, 518, 17, '#1f8fe0') +
    circle(934, 518, 8, '#14101f');
  const hair = times(13, (index) =>
    stroke(
      `M${600 + index * 26} ${400 - Math.sin((index / 12) * 3.1) * 110}q${-70 + index * 8} -130 ${-150 + index * 26} ${-150 + (index % 3) * 40}`,
      colors[index % colors.length] ?? '#ffb22e',
      27,
    ),
  );
  const bird = (x: number, y: number, scale: number, color: string) =>
    at(
      x,
      y,
      scale,
      path(
        'M-80 10Q-20 -40 40 -10L70 -26L64 0Q50 40 0 36Q-40 36 -80 10zM-10 0Q20 -90 80 -110Q60 -40 30 0z',
        color,
      ) + circle(46, -4, 5, '#14101f'),
    );
  const art =
    rect(0, 0, WIDTH, 940, '#2ec4b6') +
    rays +
    circle(800, 560, 330, '#ffb22e') +
    hair +
    profile +
    eye +
    bird(330, 420, 1.5, '#f7f3e8') +
    bird(1290, 300, 1.3, '#241a4a') +
    bird(1330, 640, 1, '#ff4f79') +
    drips(kit, 560, 740, 400, '#241a4a') +
    times(16, () =>
      circle(
        kit.random.between(100, 1500),
        kit.random.between(200, 900),
        kit.random.between(3, 12),
        kit.random.pick(colors),
      ),
    );
  const shutter =
    rect(140, 660, 220, 260, kit.dim('#5a5f68')) +
    times(16, (row) => rect(140, 664 + row * 16, 220, 3, kit.ink(), 'fill-opacity="0.35"')) +
    stroke('M160 830Q190 720 230 820T320 790', '#ffb22e', 16) +
    stroke('M170 860q70 -40 160 0', '#f7f3e8', 8);
  const hydrant = at(
    1240,
    985,
    1,
    rect(-17, -78, 34, 78, kit.tone('#c9342f')) +
      rect(-26, -8, 52, 10, kit.dim('#c9342f')) +
      rect(-28, -60, 56, 16, kit.tone('#c9342f')) +
      path('M-17 -78Q0 -104 17 -78z', kit.lit('#c9342f')),
  );
  return (
    houses(kit, {
      from: -20,
      to: 1640,
      y: 300,
      height: [120, 200],
      width: [140, 200],
      depth: 0.3,
      roof: 'flat',
    }) +
    paintedWall(kit, { x: -10, y: 190, width: 1620, height: 730 }, '#9a6a52', art) +
    rect(-10, 176, 1620, 18, kit.lit('#b9ab9c')) +
    shutter +
    street(kit, 915) +
    hydrant +
    stroke('M1460 985V120', kit.ink(), 12) +
    stroke('M-20 150Q700 220 1460 130T1640 150', kit.ink(), 3) +
    walker(1010, 990, 185, kit.ink(), kit.tone('#f0b429')) +
    person(460, 985, 178, kit.ink(), kit.tone('#2f4f86'))
  );
}
