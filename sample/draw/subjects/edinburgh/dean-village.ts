import { archBridge } from '../../bridges.ts';
import { water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { roundTree, treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { circle, n, path, polygon, rect, stroke, times } from '../../svg.ts';
import { windows } from '../../town.ts';

export function deanVillage(kit: Kit): string {
  const red = '#a0604a';
  const gabled = (x: number, y: number, width: number, height: number, wall: string) => {
    const steps = times(6, (index) =>
      rect(
        x + (index * width) / 12,
        y - height - 24 * (index + 1),
        width - (index * width) / 6,
        26,
        kit.tone(wall, 0.12),
      ),
    );
    return (
      rect(x, y - height, width, height, kit.tone(wall, 0.12)) +
      steps +
      rect(x + width * 0.66, y - height, width * 0.34, height, kit.dim(wall, 0.12), 'fill-opacity="0.6"') +
      windows(
        kit,
        x + width * 0.14,
        y - height + 24,
        [3, Math.floor(height / 84)],
        [width * 0.13, 44],
        [width * 0.28, 80],
        0.1,
      ) +
      rect(x + width * 0.44, y - height - 90, width * 0.12, 40, kit.pane(0.1))
    );
  };
  const court =
    gabled(640, 790, 190, 300, '#b98a62') +
    rect(820, 540, 320, 250, kit.tone('#b98a62', 0.14)) +
    polygon(
      [
        [810, 544],
        [860, 440],
        [1100, 440],
        [1150, 544],
      ],
      kit.tone('#8a4f3f', 0.14),
    ) +
    windows(kit, 846, 572, [6, 3], [24, 42], [49, 72], 0.12) +
    gabled(1120, 790, 220, 380, red) +
    rect(1200, 250, 60, 170, kit.tone(red, 0.12)) +
    polygon(
      [
        [1190, 254],
        [1230, 130],
        [1270, 254],
      ],
      kit.tone(kit.palette.roof, 0.12),
    ) +
    circle(1230, 320, 19, kit.light.lamps > 0.2 ? '#ffe7b0' : kit.lit('#f2ead8'));
  const mill = gabled(170, 800, 240, 330, '#94897a');
  const bridge = archBridge(kit, {
    from: 380,
    to: 700,
    top: 720,
    foot: 822,
    count: 1,
    color: '#8a7f70',
    depth: 0.1,
    rise: 0.7,
  });
  const banks =
    path('M-20 790Q260 770 420 830Q520 900 420 1080H-20z', kit.dim(kit.palette.leaf)) +
    path('M1640 770Q1200 780 1080 830Q1010 900 1180 1080H1640z', kit.dim('#5f6d42'));
  const weir = times(36, () =>
    stroke(
      `M${n(kit.random.between(440, 1060))} ${n(kit.random.between(905, 930))}v${n(kit.random.between(12, 34))}`,
      '#ffffff',
      5,
      'stroke-opacity="0.5"',
    ),
  );
  return (
    treeline(kit, -20, 1640, 640, 190, 0.4) +
    mist(700, 140, 0.5) +
    court +
    mill +
    bridge +
    water(kit, 818, { mirrored: court }) +
    weir +
    banks +
    roundTree(kit, 80, 860, 430) +
    roundTree(kit, 1500, 900, 520, 0, '#a8803a') +
    roundTree(kit, 1350, 860, 240, 0.05, '#b8903f')
  );
}
