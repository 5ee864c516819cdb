import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { roundTree } from '../../plants.ts';
import { circle, ellipse, n, path, rect, stroke, times } from '../../svg.ts';
import { houses } from '../../town.ts';
import { paintedWall, street } from '../../wall.ts';

export function chatMural(kit: Kit): string {
  const fur = (d: string, color: string, width: number) => stroke(d, color, width, 'stroke-opacity="0.9"');
  const head =
    path(
      'M520 560Q500 330 560 190Q640 270 700 262Q800 244 900 262Q960 270 1040 190Q1100 330 1080 560Q1040 760 800 776Q560 760 520 560z',
      '#2f6fb5',
    ) +
    path(
      'M560 190Q570 300 610 330Q660 290 700 262Q640 270 560 190zM1040 190Q1030 300 990 330Q940 290 900 262Q960 270 1040 190z',
      '#f2a8a0',
    );
  const eyes = [660, 940]
    .map(
      (x) =>
        ellipse(x, 480, 78, 66, '#f6e27a') +
        ellipse(x, 480, 78, 66, '#8fc45a', 'fill-opacity="0.5"') +
        ellipse(x, 482, 24, 58, '#14161f') +
        circle(x + 20, 456, 13, '#ffffff'),
    )
    .join('');
  const face =
    path('M760 590Q800 570 840 590Q820 630 800 634Q780 630 760 590z', '#f2a8a0') +
    stroke('M800 634V666M800 666Q760 706 716 684M800 666Q840 706 884 684', '#14161f', 8) +
    ellipse(800, 700, 190, 70, '#ffffff', 'fill-opacity="0.16"');
  const whiskers = times(6, (index) =>
    fur(
      `M${index < 3 ? 690 : 910} ${630 + (index % 3) * 24}q${index < 3 ? -150 : 150} ${-40 + (index % 3) * 30} ${index < 3 ? -280 : 280} ${-30 + (index % 3) * 50}`,
      '#ffffff',
      4,
    ),
  );
  const strokes = times(70, () => {
    const angle = kit.random.between(0, 6.28);
    const reach = Math.sqrt(kit.random.next());
    const [x, y] = [800 + Math.cos(angle) * reach * 265, 520 + Math.sin(angle) * reach * 230];
    return fur(
      `M${n(x)} ${n(y)}l${n((x - 800) * 0.13)} ${n((y - 480) * 0.13 + 8)}`,
      kit.random.pick(['#5aa2e0', '#1f4a86', '#8fc8f0', '#173866', '#e8653a']),
      kit.random.between(4, 11),
    );
  });
  const body = path('M560 700Q420 860 400 1000H1200Q1180 860 1040 700Q800 840 560 700z', '#1f4a86');
  const wall = paintedWall(
    kit,
    { x: 370, y: 40, width: 860, height: 880 },
    '#e8e0d0',
    body + head + strokes + eyes + face + whiskers,
    'plaster',
  );
  const viaduct =
    rect(-10, 742, 1620, 20, kit.dim('#4f6a62')) +
    rect(-10, 700, 1620, 10, kit.dim('#4f6a62')) +
    times(40, (index) =>
      stroke(`M${index * 42} 742l42 -34M${index * 42 + 42} 742l-42 -34`, kit.dim('#4f6a62'), 4),
    ) +
    [130, 1470]
      .map(
        (x) =>
          rect(x - 16, 762, 32, 230, kit.tone('#6f8a80')) +
          rect(x - 30, 758, 60, 18, kit.lit('#6f8a80')) +
          rect(x - 26, 970, 52, 22, kit.tone('#a39a8c')),
      )
      .join('');
  const train =
    rect(-20, 596, 330, 104, kit.lit('#e4ebe4'), 'rx="14"') +
    rect(-20, 660, 330, 16, kit.tone('#3f9a8a')) +
    times(5, (index) => rect(10 + index * 58, 614, 40, 38, kit.pane()));
  return (
    houses(kit, {
      from: -20,
      to: 1640,
      y: 910,
      height: [420, 600],
      width: [170, 230],
      depth: 0.24,
      roof: 'mansard',
    }) +
    wall +
    street(kit, 915) +
    train +
    viaduct +
    walker(720, 985, 165, kit.ink(), kit.tone('#b8342f')) +
    roundTree(kit, 1330, 985, 260, 0, '#6a8050')
  );
}
