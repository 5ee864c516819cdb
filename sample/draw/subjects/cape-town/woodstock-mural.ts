import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { palm } from '../../plants.ts';
import { at, circle, ellipse, path, rect, stroke, times, WIDTH } from '../../svg.ts';
import { houses } from '../../town.ts';
import { paintedWall, street } from '../../wall.ts';
import { tableMountain } from './landmarks.ts';

export function woodstockMural(kit: Kit): string {
  const stripe = (d: string) => path(d, '#16161c');
  const neck = path('M520 960Q560 700 640 560L760 470L1010 560Q1130 760 1180 960z', '#f3efe6');
  const head = path(
    'M640 560Q620 400 700 300L690 190Q740 200 770 270L830 250Q840 170 900 170Q910 240 890 290Q990 360 1040 500L1120 650Q1130 720 1070 730Q1010 740 970 690L880 640Q760 640 640 560z',
    '#f3efe6',
  );
  const stripes =
    stripe(
      'M560 860Q660 800 700 690Q720 640 690 600Q620 720 560 790zM640 940Q780 820 800 680Q790 650 760 640Q730 800 600 920zM760 950Q880 820 890 690L850 660Q860 800 720 950zM900 950Q970 820 950 720L910 690Q940 820 860 950zM1020 950Q1050 850 1010 760L980 740Q1010 850 980 950z',
    ) +
    stripe(
      'M690 440Q760 430 800 470Q750 470 700 500zM690 380Q770 360 830 410Q770 400 690 420zM720 320Q790 310 850 350Q790 340 710 350zM820 540Q880 500 930 520Q880 530 850 570zM880 590Q930 550 980 560Q940 570 920 610zM860 300Q890 330 900 370Q860 330 840 310z',
    ) +
    path('M1040 600Q1120 640 1120 690Q1120 726 1070 730Q1010 740 980 690Q1010 640 1040 600z', '#2a2630');
  const mane = times(
    15,
    (index) =>
      `<g transform="translate(${660 - index * 9 + (index < 4 ? index * 14 : 0)} ${290 + index * 40}) rotate(${-64 - index * 3})">${path('M0 -20Q50 -30 110 -6Q60 16 0 22z', index % 2 ? '#f0703c' : '#16161c')}</g>`,
  );
  const eye = ellipse(858, 424, 34, 25, '#16161c') + circle(866, 418, 9, '#f6c94a');
  const sun = circle(800, 420, 360, '#f6c94a') + circle(800, 420, 300, '#f0983c');
  const protea = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      times(
        13,
        (index) =>
          `<g transform="rotate(${-90 + index * 15})">${path('M-17 0Q-22 -90 0 -124Q22 -90 17 0z', index % 2 ? '#e8567a' : '#f58fa6')}</g>`,
      ) +
        ellipse(0, -24, 50, 40, '#f8e6d0') +
        times(
          4,
          (leaf) =>
            `<g transform="rotate(${110 + leaf * 46})">${path('M-14 0Q-20 -110 0 -140Q20 -110 14 0z', '#2f8a6a')}</g>`,
        ),
    );
  const art =
    rect(0, 0, WIDTH, 960, '#1f7f8f') +
    times(12, (index) =>
      stroke(
        `M-20 ${220 + index * 70}q100 -46 200 0t200 0t200 0t200 0t200 0t200 0t200 0t240 0`,
        '#2a98a6',
        10,
      ),
    ) +
    sun +
    mane +
    neck +
    head +
    stripes +
    eye +
    protea(390, 820, 1.5) +
    protea(1290, 780, 1.7) +
    protea(260, 620, 0.9) +
    protea(1400, 520, 0.9);
  return (
    tableMountain(kit, 1180, 330, 0.9, 0.5) +
    houses(kit, {
      from: -20,
      to: 1640,
      y: 330,
      height: [30, 80],
      width: [90, 150],
      depth: 0.3,
      roof: 'flat',
    }) +
    paintedWall(kit, { x: 120, y: 150, width: 1360, height: 770 }, '#c9b79c', art, 'plaster') +
    rect(108, 138, 1384, 18, kit.lit('#d9cdb8')) +
    street(kit, 915) +
    walker(560, 990, 180, kit.ink(), kit.tone('#f2b63c')) +
    palm(kit, 60, 960, 560)
  );
}
