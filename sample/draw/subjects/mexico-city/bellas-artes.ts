import { paving } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple, walker } from '../../people.ts';
import { roundTree, treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, ellipse, n, path, rect, stroke, times } from '../../svg.ts';
import { towers } from '../../town.ts';
import { latino } from './landmarks.ts';

/** Bellas Artes: white marble, three domes of orange and yellow tiles; 640 wide at scale 1. */
function palace(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const marble = '#f0e6d4';
  const dome = (dx: number, foot: number, half: number) =>
    path(
      `M${dx - half} ${foot}Q${dx - half * 0.96} ${foot - half * 1.05} ${dx} ${foot - half * 1.15}Q${dx + half * 0.96} ${foot - half * 1.05} ${dx + half} ${foot}z`,
      kit.tone('#e8912c', depth),
    ) +
    path(
      `M${dx + half * 0.1} ${foot}Q${dx + half * 0.5} ${foot - half * 0.7} ${dx} ${foot - half * 1.15}Q${dx + half * 0.96} ${foot - half * 1.05} ${dx + half} ${foot}z`,
      kit.dim('#d0702a', depth),
    ) +
    times(5, (index) =>
      stroke(
        `M${n(dx - half + (index + 0.5) * half * 0.4)} ${foot}Q${n(dx - half * 0.7 + (index + 0.5) * half * 0.28)} ${n(foot - half * 0.8)} ${dx} ${n(foot - half * 1.13)}`,
        kit.lit('#f6d24a', depth),
        half * 0.05,
      ),
    ) +
    stroke(`M${dx - half} ${foot}H${dx + half}`, kit.lit('#f6d24a', depth), half * 0.12) +
    stroke(`M${dx} ${n(foot - half * 1.1)}v${n(-half * 0.3)}`, kit.lit(marble, depth), 5);
  const wings =
    rect(-320, -150, 640, 156, kit.tone(marble, depth)) +
    rect(-326, -162, 652, 14, kit.lit(marble, depth)) +
    times(
      8,
      (index) =>
        path(`M${-304 + index * 34 + (index > 3 ? 346 : 0)} -10V-104q11 -16 22 0V-10z`, kit.pane(depth)) +
        rect(-310 + index * 34 + (index > 3 ? 346 : 0), -140, 4, 140, kit.lit(marble, depth)),
    );
  const front =
    rect(-142, -200, 284, 206, kit.tone(marble, depth)) +
    path('M-130 -140Q0 -290 130 -140z', kit.lit(marble, depth)) +
    path('M-100 -140Q0 -252 100 -140z', kit.dim('#b8a488', depth)) +
    rect(-100, -140, 200, 134, kit.light.lamps > 0.3 ? '#ffd78a' : kit.dim('#6b5a48', depth)) +
    times(6, (index) => rect(-106 + index * 40, -140, 12, 140, kit.lit(marble, depth))) +
    [-124, 124]
      .map(
        (dx) =>
          rect(dx - 18, -214, 36, 214, kit.lit(marble, depth)) +
          path(`M${dx - 15} -214q15 -34 30 0z`, kit.tone(marble, depth)),
      )
      .join('');
  const steps =
    rect(-336, -8, 672, 8, kit.lit(marble, depth)) + rect(-346, 0, 692, 8, kit.tone(marble, depth));
  return at(
    x,
    y,
    scale,
    rect(-96, -290, 192, 110, kit.tone(marble, depth)) +
      times(9, (index) => rect(-86 + index * 20, -278, 9, 60, kit.dim('#b8a488', depth))) +
      dome(0, -288, 98) +
      rect(-34, -424, 68, 26, kit.lit(marble, depth)) +
      dome(0, -424, 32) +
      wings +
      dome(-190, -162, 46) +
      dome(190, -162, 46) +
      front +
      steps,
  );
}

export function bellasArtes(kit: Kit): string {
  const trees =
    treeline(kit, -20, 420, 860, 120, 0.12) +
    treeline(kit, 1190, 1640, 860, 120, 0.12) +
    times(6, (index) =>
      roundTree(kit, [60, 190, 320, 1290, 1420, 1550][index] ?? 0, 900, 210, 0.06, '#8a62b8'),
    );
  const square =
    paving(kit, 850, '#d9c9ae') +
    [520, 1080]
      .map((x) =>
        at(
          x,
          900,
          1,
          rect(-36, -26, 72, 28, kit.lit('#f0e6d4')) +
            path('M-26 -26Q-34 -60 -6 -64Q0 -96 18 -92Q26 -80 14 -72Q34 -56 26 -26z', kit.dim('#5a6b66')),
        ),
      )
      .join('') +
    ellipse(800, 960, 230, 26, kit.lit('#e6dcc8')) +
    ellipse(800, 956, 208, 21, kit.tone(kit.palette.water)) +
    times(9, (index) =>
      stroke(
        `M${640 + index * 40} 956q${(index - 4) * 3} -90 ${(index - 4) * 10} -4`,
        '#ffffff',
        4,
        'stroke-opacity="0.55"',
      ),
    );
  const jacaranda = times(90, () =>
    ellipse(
      kit.random.between(60, 1540),
      kit.random.between(900, 1060),
      7,
      3,
      kit.tone('#a97ad0'),
      'fill-opacity="0.8"',
    ),
  );
  return (
    towers(kit, -20, 1640, 800, [90, 240], 0.56) +
    latino(kit, 1280, 830, 1.4, 0.34) +
    mist(800, 200, 0.5) +
    palace(kit, 800, 862, 1.5, 0.06) +
    trees +
    square +
    jacaranda +
    couple(420, 1000, 118, kit.ink(), kit.tone('#e0218a')) +
    walker(1200, 1010, 130, kit.ink(), kit.tone('#3fa3a0'))
  );
}
