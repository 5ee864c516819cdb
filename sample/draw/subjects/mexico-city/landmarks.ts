import type { Kit } from '../../kit.ts';
import { at, ellipse, n, path, rect, stroke, times } from '../../svg.ts';
import { windows } from '../../town.ts';

export function volcanoes(kit: Kit, y: number): string {
  const popo =
    path(
      `M760 ${y}Q980 ${y - 90} 1110 ${y - 250}Q1150 ${y - 270} 1190 ${y - 248}Q1310 ${y - 90} 1560 ${y}z`,
      kit.tone('#6f7394', 0.6),
    ) +
    path(
      `M1050 ${y - 168}Q1090 ${y - 210} 1110 ${y - 250}Q1150 ${y - 270} 1190 ${y - 248}Q1214 ${y - 210} 1250 ${y - 164}L1206 ${y - 186}L1176 ${y - 158}L1140 ${y - 192}L1100 ${y - 160}z`,
      kit.lit('#ffffff', 0.4),
    );
  const izta =
    path(
      `M-20 ${y}Q140 ${y - 60} 240 ${y - 150}Q280 ${y - 190} 330 ${y - 160}Q380 ${y - 150} 430 ${y - 200}Q480 ${y - 210} 520 ${y - 160}Q600 ${y - 150} 640 ${y - 110}Q740 ${y - 50} 860 ${y}z`,
      kit.tone('#6f7394', 0.66),
    ) +
    path(
      `M240 ${y - 150}Q280 ${y - 190} 330 ${y - 160}Q380 ${y - 150} 430 ${y - 200}Q480 ${y - 210} 520 ${y - 160}L470 ${y - 166}L430 ${y - 150}L360 ${y - 134}L290 ${y - 140}z`,
      kit.lit('#ffffff', 0.46),
    );
  const plume = times(7, (index) =>
    ellipse(
      1170 + index * 40,
      y - 276 - index * 22,
      34 + index * 14,
      17 + index * 5,
      kit.light.sky[3],
      `fill-opacity="${n(0.5 - index * 0.05)}"`,
    ),
  );
  return izta + plume + popo;
}

export function latino(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const glass = '#8fa3ae';
  return at(
    x,
    y,
    scale,
    rect(-60, -120, 120, 126, kit.tone(glass, depth)) +
      rect(-42, -330, 84, 330, kit.tone(glass, depth)) +
      rect(12, -330, 30, 330, kit.dim(glass, depth)) +
      windows(kit, -37, -322, [7, 22], [7, 7], [11, 14], depth) +
      rect(-30, -360, 60, 32, kit.tone(glass, depth)) +
      stroke('M0 -360V-450', kit.dim(glass, depth), 6) +
      rect(-10, -400, 20, 7, kit.dim(glass, depth)),
  );
}
