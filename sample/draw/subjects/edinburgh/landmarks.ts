import type { Kit } from '../../kit.ts';
import { at, circle, path, polygon, rect, stroke, times } from '../../svg.ts';
import { windows } from '../../town.ts';

/** Castle Rock with the castle on it; (x, y) is the middle of the rock's foot, 560 wide at scale 1. */
export function castleRock(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const rock =
    path(
      'M-300 0L-262 -70L-236 -84L-214 -150L-180 -166H170L196 -140L218 -92L262 -60L300 0z',
      kit.tone('#5f5d58', depth),
    ) +
    path('M60 0L90 -90L130 -166H170L196 -140L218 -92L262 -60L300 0z', kit.dim('#5f5d58', depth)) +
    times(9, (index) =>
      stroke(
        `M${-230 + index * 52} ${-130 + (index % 3) * 20}l${12 - (index % 4) * 8} ${70 + (index % 2) * 30}`,
        kit.dim('#5f5d58', depth),
        3,
        'stroke-opacity="0.6"',
      ),
    );
  const stone = '#8f8474';
  const block = (left: number, width: number, top: number, teeth: boolean) =>
    rect(left, top, width, -160 - top, kit.tone(stone, depth)) +
    rect(left + width * 0.62, top, width * 0.38, -160 - top, kit.dim(stone, depth), 'fill-opacity="0.6"') +
    windows(
      kit,
      left + 7,
      top + 12,
      [Math.floor(width / 17), Math.max(1, Math.floor((-165 - top) / 24))],
      [5, 9],
      [17, 23],
      depth,
    ) +
    (teeth
      ? times(width / 9, (index) => rect(left + index * 9, top - 5, 5, 6, kit.tone(stone, depth)))
      : polygon(
          [
            [left - 2, top],
            [left + width * 0.3, top - 24],
            [left + width * 0.7, top - 24],
            [left + width + 2, top],
          ],
          kit.tone(kit.palette.roof, depth),
        ));
  const walls =
    block(-206, 70, -196, true) +
    block(-140, 62, -232, false) +
    block(-84, 92, -218, false) +
    block(4, 40, -262, true) +
    block(40, 96, -236, false) +
    block(126, 46, -204, true);
  const battery =
    path('M-206 -166Q-150 -196 -84 -180V-150H-206z', kit.dim(stone, depth)) +
    stroke('M24 -264v-34', kit.ink(depth), 2) +
    path('M25 -298h22v13h-22z', kit.tone('#2f4f86', depth));
  return at(x, y, scale, walls + battery + rock);
}

/** The clock tower of the Balmoral and the far spires: what marks Princes Street. */
export function balmoral(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const stone = '#9a8c78';
  const clock =
    circle(0, -168, 13, kit.light.lamps > 0.2 ? '#ffe7b0' : kit.lit('#f2ead8', depth)) +
    stroke('M0 -168v-8M0 -168h6', kit.ink(depth), 1.6);
  return at(
    x,
    y,
    scale,
    rect(-90, -90, 180, 95, kit.tone(stone, depth)) +
      windows(kit, -80, -78, [10, 4], [8, 12], [17, 21], depth) +
      rect(-24, -196, 48, 200, kit.tone(stone, depth)) +
      rect(6, -196, 18, 200, kit.dim(stone, depth), 'fill-opacity="0.6"') +
      path('M-24 -196Q-20 -222 -10 -226L0 -250L10 -226Q20 -222 24 -196z', kit.dim(kit.palette.roof, depth)) +
      clock,
  );
}

export function spire(kit: Kit, x: number, y: number, height: number, depth: number): string {
  return polygon(
    [
      [x - height * 0.1, y],
      [x - height * 0.08, y - height * 0.5],
      [x, y - height],
      [x + height * 0.08, y - height * 0.5],
      [x + height * 0.1, y],
    ],
    kit.dim('#6f675c', depth),
  );
}
