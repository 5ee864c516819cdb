import { suspension } from '../../bridges.ts';
import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, circle, path, polygon, rect, stroke, times } from '../../svg.ts';
import { houses } from '../../town.ts';

const berths = [
  [700, 880, 0.62],
  [860, 866, 0.52],
  [1020, 878, 0.6],
  [1500, 884, 0.66],
  [180, 930, 0.95],
  [430, 950, 1.05],
  [1300, 950, 1.1],
  [1540, 1000, 1.3],
  [640, 1010, 1.25],
] as const;

/** A sailing boat at its berth with furled sail, its waterline at y; the mast is 230 high at scale 1. */
function yacht(kit: Kit, x: number, y: number, scale: number): string {
  const rigging = stroke('M0 -230L86 -26M0 -230L-74 -24', kit.ink(0.1), 1.4);
  const glint = times(4, (line) =>
    rect(-60 + line * 9, 8 + line * 9, 110 - line * 22, 3, kit.lit('#f2ede2'), 'fill-opacity="0.3"'),
  );
  return at(
    x,
    y,
    scale,
    rigging +
      rect(-2.5, -232, 5, 206, kit.dim('#d8d0c4')) +
      rect(-70, -58, 72, 10, kit.tone(kit.random.pick(['#3f6f9a', '#c2472f', '#e8dcc4'])), 'rx="5"') +
      path('M-34 -24L-26 -42H26L44 -24z', kit.tone('#efe8da')) +
      path(
        'M-82 -26H96Q84 4 54 6H-58Q-76 2 -82 -26z',
        kit.lit(kit.random.pick(['#f2ede2', '#f2ede2', '#31506b'])),
      ) +
      path('M-74 -4Q-66 4 -58 6H54Q66 5 74 -4z', kit.dim('#7a3a30')) +
      glint,
  );
}

export function abrilBridge(kit: Kit): string {
  const red = '#c2472f';
  const hills =
    ridge(kit, 690, 100, kit.tone('#6f8072', 0.7), 1.1) +
    at(
      1290,
      640,
      0.9,
      polygon(
        [
          [-24, 0],
          [-20, -110],
          [20, -110],
          [24, 0],
        ],
        kit.tone('#cfc6b6', 0.45),
      ) +
        rect(-5, -176, 10, 66, kit.tone('#cfc6b6', 0.4)) +
        rect(-40, -160, 80, 9, kit.tone('#cfc6b6', 0.4)) +
        circle(0, -182, 7, kit.tone('#cfc6b6', 0.4)),
    );
  const tower = (x: number) => {
    const leg = (dx: number) =>
      rect(x + dx - 8, 236, 16, 500, kit.tone(red, 0.12)) + rect(x + dx + 2, 236, 6, 500, kit.dim(red, 0.12));
    const braces = times(4, (index) =>
      stroke(
        `M${x - 28} ${262 + index * 96}L${x + 28} ${346 + index * 96}M${x + 28} ${262 + index * 96}L${x - 28} ${346 + index * 96}`,
        kit.tone(red, 0.12),
        5,
      ),
    );
    return (
      leg(-30) +
      leg(30) +
      braces +
      rect(x - 40, 232, 80, 10, kit.lit(red, 0.1)) +
      rect(x - 56, 720, 112, 34, kit.dim('#a49a8a', 0.15))
    );
  };
  const bridge =
    suspension(kit, { towers: [330, 1130], deck: 590, top: 236, color: red, depth: 0.12 }) +
    tower(330) +
    tower(1130);
  const docks =
    houses(kit, {
      from: -20,
      to: 560,
      y: 790,
      height: [50, 76],
      width: [90, 140],
      depth: 0.26,
      roof: 'gable',
      below: 30,
    }) +
    rect(-20, 818, 640, 26, kit.dim('#a49a8a', 0.16)) +
    rect(-20, 814, 640, 6, kit.lit('#c9bda8', 0.16));
  const fleet = berths.map(([x, y, scale]) => yacht(kit, x, y, scale)).join('');
  const quay =
    path('M-20 1040H1640V1080H-20z', kit.dim('#6d665c')) + rect(-20, 1034, 1660, 8, kit.lit('#a49a8a'));
  return (
    hills +
    mist(724, 90, 0.5) +
    water(kit, 716, { mirrored: bridge }) +
    bridge +
    docks +
    fleet +
    quay +
    couple(960, 1038, 120, kit.ink(), kit.tone('#e8b21e'))
  );
}
