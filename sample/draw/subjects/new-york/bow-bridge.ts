import { water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple, seated } from '../../people.ts';
import { roundTree } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, path, rect, stroke, times, WIDTH } from '../../svg.ts';
import { towers, windows } from '../../town.ts';

export function bowBridge(kit: Kit): string {
  const fall = ['#d9822b', '#c9562c', '#e8b03a', '#a8402c', '#7f8f3f'] as const;
  const grove = (from: number, to: number, y: number, size: number, depth: number) =>
    times((to - from) / (size * 0.5), (index) =>
      roundTree(
        kit,
        from + index * size * 0.5,
        y + kit.random.between(-14, 10),
        size * kit.random.between(0.8, 1.15),
        depth,
        kit.random.pick(fall),
      ),
    );
  const sanRemo = at(
    1090,
    640,
    1.1,
    rect(-90, -120, 180, 130, kit.tone('#b8a48c', 0.46)) +
      [-58, 58]
        .map(
          (dx) =>
            rect(dx - 28, -250, 56, 140, kit.tone('#b8a48c', 0.46)) +
            rect(dx - 16, -286, 32, 38, kit.tone('#b8a48c', 0.46)) +
            path(`M${dx - 14} -286Q${dx} -324 ${dx + 14} -286z`, kit.tone('#8f9a94', 0.46)) +
            windows(kit, dx - 20, -236, [3, 7], [7, 10], [16, 18], 0.46),
        )
        .join('') +
      windows(kit, -78, -104, [9, 5], [7, 10], [18, 20], 0.46),
  );
  const white = '#f0e8d6';
  const span =
    path(
      'M380 800V760Q440 745 520 712Q800 610 1080 712Q1160 745 1220 760V800H1130Q980 706 800 704Q620 706 470 800z',
      kit.tone(white, 0.04),
    ) +
    path(
      'M470 800Q620 706 800 704Q980 706 1130 800H1110Q970 722 800 720Q630 722 490 800z',
      kit.dim(white, 0.04),
    ) +
    stroke('M380 738Q450 722 520 688Q800 588 1080 688Q1150 722 1220 738', kit.lit(white), 9) +
    times(30, (index) => {
      const t = (index + 0.5) / 30;
      const x = 400 + t * 800;
      const y = 742 - Math.sin(t * Math.PI) * 118;
      return circle(x, y + 6, 9, 'none', `stroke="${kit.lit(white)}" stroke-width="3.5"`);
    }) +
    [380, 1220]
      .map((x) => rect(x - 16, 708, 32, 96, kit.lit(white)) + ellipse(x, 706, 30, 12, kit.tone(white)))
      .join('');
  const bridge = span + couple(770, 640, 74, kit.ink(), kit.tone('#b8473d'));
  const boat = at(
    980,
    900,
    1.3,
    path('M-90 -16Q0 0 90 -16Q70 14 40 16H-40Q-70 14 -90 -16z', kit.tone('#8a5a3a')) +
      seated(-20, -4, 60, kit.ink()) +
      stroke('M-6 -22L-70 20M6 -22L90 24', kit.ink(), 4),
  );
  const woods =
    grove(-20, 1640, 760, 210, 0.34) +
    mist(760, 120, 0.4) +
    grove(-40, 400, 800, 270, 0.12) +
    grove(1220, 1660, 800, 270, 0.12);
  const leaves = times(70, () =>
    ellipse(
      kit.random.between(0, WIDTH),
      kit.random.between(830, 1060),
      kit.random.between(5, 11),
      3.4,
      kit.tone(kit.random.pick(fall)),
      'fill-opacity="0.85"',
    ),
  );
  return (
    towers(kit, -20, 1640, 680, [60, 180], 0.66) +
    sanRemo +
    mist(680, 140, 0.5) +
    woods +
    bridge +
    water(kit, 796, { mirrored: woods + bridge, glitter: false }) +
    leaves +
    boat
  );
}
