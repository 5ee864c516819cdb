import type { Kit } from '../../kit.ts';
import { at, polygon, rect, stroke } from '../../svg.ts';
import { windows } from '../../town.ts';

/** The Empire State Building, 440 high at scale 1. */
export function empireState(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const stone = '#a39a90';
  const block = (half: number, top: number) =>
    rect(-half, top, half * 2, -top + 6, kit.tone(stone, depth)) +
    rect(half * 0.35, top, half * 0.65, -top + 6, kit.dim(stone, depth), 'fill-opacity="0.65"');
  const panes =
    windows(kit, -36, -330, [8, 22], [5, 8], [9.4, 14], depth) +
    windows(kit, -56, -120, [12, 8], [5, 8], [9.6, 14], depth);
  const crown = kit.light.lamps > 0.6 ? '#ffe9b8' : kit.lit('#c9c6c2', depth);
  return at(
    x,
    y,
    scale,
    block(66, -130) +
      block(52, -190) +
      block(42, -340) +
      panes +
      block(30, -362) +
      rect(-16, -384, 32, 24, crown) +
      rect(-10, -402, 20, 20, crown) +
      polygon(
        [
          [-8, -402],
          [0, -424],
          [8, -402],
        ],
        crown,
      ) +
      stroke('M0 -420V-476', kit.dim(stone, depth), 3),
  );
}
