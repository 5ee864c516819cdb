import { water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple, walker } from '../../people.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, circle, path, polygon, rect, stroke, times } from '../../svg.ts';
import { houses, lantern } from '../../town.ts';
import { alps, castleHill } from './landmarks.ts';

/** The copper dragon on its pedestal, 300 high at scale 1, facing right. */
function dragon(kit: Kit, x: number, y: number, scale: number, scaleX: number, depth: number): string {
  const copper = '#4f9a80';
  const wing =
    path(
      'M-6 -170Q-60 -230 -50 -310Q-30 -290 -10 -300Q0 -270 20 -270Q24 -240 44 -232Q40 -200 24 -170z',
      kit.dim(copper, depth),
    ) +
    stroke(
      'M0 -170Q-30 -230 -50 -310M4 -172Q0 -240 -10 -300M12 -172Q20 -220 20 -270',
      kit.lit(copper, depth),
      4,
    );
  const body =
    path(
      'M-70 -90Q-90 -130 -50 -170Q-20 -200 20 -190Q44 -184 50 -220Q52 -250 80 -254Q104 -256 118 -238L136 -226L114 -220Q98 -218 92 -206Q90 -160 60 -130L66 -92H40L34 -120Q0 -110 -20 -92z',
      kit.tone(copper, depth),
    ) +
    path(
      'M20 -190Q44 -184 50 -220Q56 -200 64 -210Q62 -160 34 -134Q40 -160 20 -190z',
      kit.lit(copper, depth),
    ) +
    stroke('M-64 -96Q-120 -96 -120 -140Q-118 -180 -140 -196', kit.tone(copper, depth), 17) +
    polygon(
      [
        [-156, -186],
        [-142, -216],
        [-124, -190],
      ],
      kit.tone(copper, depth),
    ) +
    circle(96, -240, 4, '#16202a') +
    polygon(
      [
        [84, -254],
        [78, -280],
        [96, -256],
      ],
      kit.dim(copper, depth),
    ) +
    stroke('M136 -226q18 -4 20 8', kit.tone('#c23b3b', depth), 4) +
    times(5, (index) =>
      polygon(
        [
          [-50 + index * 16, -172 - index * 4],
          [-44 + index * 16, -192 - index * 4],
          [-36 + index * 16, -176 - index * 3],
        ],
        kit.dim(copper, depth),
      ),
    );
  const base =
    rect(-80, -92, 160, 94, kit.tone('#cfc5b2', depth)) +
    rect(-90, -100, 180, 14, kit.lit('#e0d8c8', depth)) +
    rect(30, -92, 50, 94, kit.dim('#cfc5b2', depth)) +
    rect(-96, -8, 192, 12, kit.lit('#e0d8c8', depth));
  return at(x, y, scale, wing + body + base, scaleX);
}

export function dragonBridge(kit: Kit): string {
  const far =
    houses(kit, {
      from: -20,
      to: 1640,
      y: 740,
      height: [90, 170],
      width: [80, 130],
      depth: 0.4,
      roof: 'hip',
    }) + treeline(kit, -20, 1640, 760, 90, 0.3);
  const span =
    path('M-20 800H1640V850Q1240 826 800 826T-20 900z', kit.tone('#cfc5b2', 0.08)) +
    path('M-20 900Q360 826 800 826T1640 850V870Q1240 846 800 846T-20 926z', kit.dim('#b0a692', 0.08)) +
    rect(-20, 786, 1660, 18, kit.lit('#e0d8c8', 0.06)) +
    times(52, (index) => rect(index * 32, 742, 13, 46, kit.tone('#cfc5b2', 0.08))) +
    rect(-20, 734, 1660, 11, kit.lit('#e0d8c8', 0.06));
  const lamps = [620, 860, 1400].map((x) => lantern(kit, x, 790, 230, kit.ink(0.05))).join('');
  const corner =
    rect(-20, 860, 560, 220, kit.tone('#cfc5b2')) +
    rect(-20, 848, 576, 18, kit.lit('#e8e0d0')) +
    times(12, (index) => rect(index * 46, 880, 2, 190, kit.dim('#b0a692'), 'fill-opacity="0.6"'));
  return (
    alps(kit, 640) +
    castleHill(kit, 1180, 700, 0.78, 0.5) +
    mist(690, 130, 0.5) +
    far +
    water(kit, 800, { mirrored: far }) +
    span +
    lamps +
    walker(1010, 788, 78, kit.ink(0.05), kit.tone('#3d8b6d')) +
    couple(760, 788, 74, kit.ink(0.05)) +
    dragon(kit, 1260, 792, 0.72, -0.72, 0.08) +
    corner +
    dragon(kit, 300, 858, 2.1, 2.1, 0)
  );
}
