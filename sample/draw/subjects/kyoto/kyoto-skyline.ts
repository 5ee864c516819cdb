import { ridge } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { roundTree, treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, rect, times } from '../../svg.ts';
import { eaves, pagoda } from './landmarks.ts';

export function kyotoSkyline(kit: Kit): string {
  const hills =
    ridge(kit, 600, 150, kit.tone('#5a6f7a', 0.78), 1.1) +
    ridge(kit, 680, 110, kit.tone('#55705f', 0.58), 1.6);
  const roofs = (y: number, depth: number, scale: number) =>
    times(1900 / (120 * scale), (index) =>
      at(
        index * 118 * scale + kit.random.between(-20, 20),
        y + kit.random.between(-10, 14),
        scale,
        rect(-52, -30, 104, 90, kit.tone(kit.random.pick(kit.palette.walls), depth)) +
          rect(-30, -22, 24, 16, kit.pane(depth)) +
          rect(10, -22, 24, 16, kit.pane(depth)) +
          eaves(kit, -28, 74, 34, depth),
      ),
    );
  return (
    hills +
    mist(690, 130, 0.6) +
    treeline(kit, -20, 1640, 760, 110, 0.45) +
    roofs(780, 0.42, 0.8) +
    mist(800, 90, 0.4) +
    pagoda(kit, 560, 830, 1.15, 0.14) +
    roofs(860, 0.26, 1.1) +
    roundTree(kit, 800, 880, 210, 0.12, '#e59aac') +
    roundTree(kit, 1010, 890, 240, 0.1, '#e59aac') +
    roofs(950, 0.1, 1.5) +
    roofs(1070, 0, 2)
  );
}
