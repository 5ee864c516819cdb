import { suspension } from '../../bridges.ts';
import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { mist } from '../../sky.ts';
import { at, circle, n, path, polygon, rect, stroke, times } from '../../svg.ts';
import { houses } from '../../town.ts';

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
  const docks = houses(kit, {
    from: -20,
    to: 620,
    y: 760,
    height: [36, 60],
    width: [90, 150],
    depth: 0.3,
    roof: 'gable',
  });
  const masts = times(26, (index) => {
    const x = 60 + index * 58 + kit.random.between(-18, 18);
    const mast = kit.random.between(120, 240);
    return (
      rect(x, 960 - mast, 4, mast, kit.dim('#d8d0c4')) +
      stroke(
        `M${n(x + 2)} ${n(960 - mast)}L${n(x + 46)} 952M${n(x + 2)} ${n(960 - mast)}L${n(x - 34)} 952`,
        kit.ink(0.2),
        1.2,
      ) +
      path(
        `M${n(x - 46)} 948H${n(x + 56)}L${n(x + 40)} 974H${n(x - 34)}z`,
        kit.lit(index % 4 ? '#f2ede2' : '#3f6f9a'),
      )
    );
  });
  return hills + mist(724, 90, 0.5) + water(kit, 716, { mirrored: bridge }) + bridge + docks + masts;
}
