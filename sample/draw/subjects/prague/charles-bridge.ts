import { archBridge } from '../../bridges.ts';
import { water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, path, polygon, rect, stroke, times } from '../../svg.ts';
import { houses, lantern } from '../../town.ts';
import { castle } from './landmarks.ts';

function bridgeTower(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const stone = '#6b5f52';
  const body =
    path('M-50 0V-200H50V0H26V-60A26 30 0 0 0 -26 -60V0z', kit.tone(stone, depth)) +
    rect(14, -200, 36, 200, kit.light.shade, 'fill-opacity="0.22"') +
    times(3, (index) => path(`M${-32 + index * 24} -128v-24q8 -14 16 0v24z`, kit.pane(depth)));
  const roof =
    polygon(
      [
        [-56, -200],
        [-34, -300],
        [34, -300],
        [56, -200],
      ],
      kit.dim('#4a5058', depth),
    ) +
    [-50, 50]
      .map((dx) =>
        polygon(
          [
            [dx - 9, -196],
            [dx, -262],
            [dx + 9, -196],
          ],
          kit.dim('#4a5058', depth),
        ),
      )
      .join('') +
    [-32, 32].map((dx) => stroke(`M${dx} -298v-36`, kit.lit('#d9b45a', depth), 3)).join('');
  return at(x, y, scale, body + roof + rect(-54, -206, 108, 9, kit.lit(stone, depth)));
}

/** A saint or a group of saints on its pedestal: one of five outlines. */
function statue(kit: Kit, index: number, x: number, y: number, scale: number, depth: number): string {
  const dark = kit.ink(depth);
  const figures = [
    path('M-8 -30Q-14 -70 -6 -84Q0 -92 6 -84Q14 -70 9 -30z', dark) + circle(0, -94, 7, dark),
    path('M-16 -30Q-16 -64 -10 -74L10 -80Q18 -64 14 -30z', dark) +
      circle(-6, -84, 6.5, dark) +
      circle(9, -90, 6.5, dark) +
      stroke('M18 -30V-112M10 -100H26', dark, 3),
    stroke('M0 -30V-122M-16 -100H16', dark, 5) +
      path('M-20 -30Q-20 -60 -13 -64Q-6 -60 -7 -30zM7 -30Q6 -60 13 -64Q20 -60 20 -30z', dark) +
      circle(-13, -70, 6, dark) +
      circle(13, -70, 6, dark),
    path('M-9 -30Q-12 -66 -4 -80L8 -80Q14 -60 9 -30z', dark) +
      circle(2, -90, 7, dark) +
      stroke('M6 -76L26 -104', dark, 5),
    path('M-24 -30Q-22 -56 -16 -58L-6 -80L6 -80L14 -60Q24 -56 24 -30z', dark) +
      circle(0, -90, 7, dark) +
      circle(-17, -64, 6, dark) +
      circle(17, -66, 6, dark),
  ];
  return at(
    x,
    y,
    scale,
    rect(-14, -30, 28, 34, dark) + rect(-18, -32, 36, 5, dark) + (figures[index % 5] ?? ''),
  );
}

export function charlesBridge(kit: Kit): string {
  const far =
    castle(kit, 1120, 590, 0.95, 0.52) +
    houses(kit, {
      from: -20,
      to: 1640,
      y: 670,
      height: [24, 60],
      width: [30, 60],
      depth: 0.56,
      roof: 'hip',
      lift: (along) => along * 46,
    });
  const saints = times(13, (index) => statue(kit, index * 3 + 1, 330 + index * 104, 664, 0.92, 0.04));
  const lamps = times(6, (index) => lantern(kit, 382 + index * 208, 666, 86, kit.ink(0.04)));
  const people = times(11, (index) =>
    (index % 2 ? person : walker)(300 + index * 124 + kit.random.between(-26, 26), 668, 44, kit.ink(0.05)),
  );
  const bridge =
    people +
    saints +
    lamps +
    archBridge(kit, { from: -120, to: 1720, top: 660, foot: 830, count: 7, color: '#8a7862', depth: 0.06 });
  const tower = bridgeTower(kit, 180, 666, 1.5, 0.04);
  return (
    far +
    mist(690, 120, 0.5) +
    water(kit, 676, { mirrored: '' }) +
    `<g transform="translate(0 1494) scale(1 -0.8)" opacity="0.3">${bridge}${tower}</g>` +
    tower +
    bridge +
    ellipse(800, 832, 900, 10, kit.light.shade, 'fill-opacity="0.3"')
  );
}
