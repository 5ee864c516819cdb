import { ground, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, HEIGHT, path, polygon, rect, stroke, times } from '../../svg.ts';
import { houses } from '../../town.ts';
import { eiffel } from './landmarks.ts';

export function alexandreBridge(kit: Kit): string {
  const pylon = (x: number, scale: number) =>
    at(
      x,
      770,
      scale,
      rect(-46, -330, 92, 332, kit.tone('#e6dac2')) +
        rect(12, -330, 34, 332, kit.dim('#d3c3a8'), 'fill-opacity="0.7"') +
        rect(-58, -346, 116, 18, kit.lit('#efe5d0')) +
        rect(-54, -20, 108, 22, kit.lit('#efe5d0')) +
        [-36, -14, 10, 30].map((dx) => rect(dx - 4, -320, 9, 296, kit.lit('#f3ead8'))).join('') +
        path(
          'M-40 -346Q-44 -392 -10 -400Q-6 -436 20 -430Q14 -410 30 -400Q50 -380 36 -346zM20 -400Q60 -450 84 -446Q58 -420 40 -386zM-20 -396Q-50 -440 -78 -440Q-50 -414 -34 -380z',
          kit.lit('#e0ab3c'),
        ),
    );
  const arch =
    path('M-20 760H1620V806Q1240 700 800 696Q360 700 -20 806z', kit.tone('#8d9a94')) +
    path(
      'M-20 806Q360 700 800 696Q1240 700 1620 806V826Q1240 716 800 712Q360 716 -20 826z',
      kit.dim('#6f7c76'),
    ) +
    times(21, (index) => stroke(`M${index * 80} 752q40 40 80 0`, kit.lit('#e0ab3c'), 5)) +
    rect(-20, 736, 1640, 22, kit.lit('#e6dac2')) +
    times(54, (index) => rect(index * 30, 700, 10, 38, kit.lit('#e6dac2'))) +
    rect(-20, 692, 1640, 10, kit.lit('#efe5d0')) +
    ellipse(800, 742, 60, 36, kit.lit('#e0ab3c'));
  const lamps = [330, 560, 1040, 1270]
    .map((x) => {
      const heads = [
        [-34, -150],
        [34, -150],
        [0, -186],
      ]
        .map(
          ([dx = 0, dy = 0]) =>
            circle(x + dx, 696 + dy, 12, kit.light.lamps > 0.2 ? '#fff0c2' : kit.lit('#f6f0e0')) +
            circle(x + dx, 696 + dy, 70, 'url(#lamp)', `fill-opacity="${kit.light.lamps}"`),
        )
        .join('');
      return (
        stroke(
          `M${x} 696V520M${x} 590Q${x - 34} 600 ${x - 34} 556M${x} 590Q${x + 34} 600 ${x + 34} 556`,
          kit.dim('#3f4a44'),
          8,
        ) + heads
      );
    })
    .join('');
  const dome = at(
    1130,
    640,
    1.05,
    rect(-110, -30, 220, 40, kit.tone('#d9cab0', 0.42)) +
      rect(-40, -74, 80, 46, kit.tone('#d9cab0', 0.42)) +
      path('M-38 -74Q-36 -128 0 -136Q36 -128 38 -74z', kit.lit('#d9b45a', 0.4)) +
      polygon(
        [
          [-5, -134],
          [0, -186],
          [5, -134],
        ],
        kit.lit('#d9b45a', 0.4),
      ),
  );
  const bank = houses(kit, {
    from: -20,
    to: 1640,
    y: 660,
    height: [40, 76],
    width: [80, 140],
    depth: 0.5,
    roof: 'mansard',
  });
  const span = arch + lamps + pylon(110, 1.15) + pylon(1490, 1.15);
  return (
    eiffel(kit, 520, 660, 1.5, 0.44) +
    dome +
    bank +
    mist(690, 90, 0.5) +
    water(kit, 668, { mirrored: span }) +
    span +
    ground(kit, HEIGHT - 30, '#8d8474')
  );
}
