import { suspension } from '../../bridges.ts';
import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, ellipse, path, rect, stroke, times } from '../../svg.ts';
import { gateTower, ORANGE } from './landmarks.ts';

export function landsEnd(kit: Kit): string {
  const rocks = at(
    1080,
    740,
    1,
    path('M-90 0Q-70 -70 -20 -84Q10 -120 40 -70Q80 -50 96 0z', kit.dim('#5d5850', 0.34)) +
      path('M120 0Q140 -44 180 -40Q210 -20 220 0z', kit.dim('#5d5850', 0.36)),
  );
  const swell = times(7, (index) =>
    path(
      `M${-40 + index * 60} ${800 + index * 22}q140 -18 300 0t320 2q-160 18 -320 8t-300 -10z`,
      '#ffffff',
      'fill-opacity="0.35"',
    ),
  );
  const cliff =
    path(
      'M-20 560Q120 540 220 620Q330 650 380 740Q470 790 520 880Q600 960 760 1080H-20z',
      kit.dim('#7a6a4c'),
    ) + path('M-20 560Q120 540 220 620Q300 690 260 800Q300 920 240 1080H-20z', kit.tone('#8f8a52'));
  const cypress_ = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      stroke('M0 0Q-20 -90 10 -160Q50 -220 120 -240M4 -120Q-40 -170 -70 -190', kit.ink(), 17) +
        times(16, (index) =>
          ellipse(
            -60 + index * 19,
            -214 - Math.sin(index * 0.7) * 26 - index * 4,
            50,
            17,
            index % 2 ? kit.dim('#3f5a44') : kit.dim('#4f6d48'),
          ),
        ) +
        times(7, (index) => ellipse(-30 + index * 30, -236 - index * 5, 32, 8, kit.tone('#5f7d52'))),
    );
  const trail = path('M-20 1000Q220 940 420 1000T900 1080H-20z', kit.tone('#b89f78'));
  const gateAfar = faint(kit);
  return (
    ridge(kit, 700, 130, kit.tone('#6f7a72', 0.7), 0.9) +
    gateAfar +
    mist(716, 100, 0.6) +
    water(kit, 716) +
    rocks +
    ellipse(1080, 744, 150, 8, '#ffffff', 'fill-opacity="0.5"') +
    swell +
    cliff +
    cypress_(240, 700, 1.5) +
    cypress_(90, 640, 1.1) +
    trail +
    walker(430, 1012, 130, kit.ink(), kit.tone('#c8402a'))
  );
}

function faint(kit: Kit): string {
  return `<g transform="translate(960 420) scale(0.42)">${suspension(kit, { towers: [420, 1250], deck: 640, top: 330, color: ORANGE, depth: 0.5, cable: 7 }).replace(/<rect x="-20"[^>]*\/>/g, '')}${rect(0, 640, 1800, 16, kit.tone(ORANGE, 0.5))}${gateTower(kit, 420, 720, 400, 0.46)}${gateTower(kit, 1250, 720, 400, 0.5)}</g>`;
}
