import { archBridge } from '../../bridges.ts';
import { water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, circle, path, rect, stroke, times } from '../../svg.ts';
import { houses } from '../../town.ts';
import { castleHill, franciscan } from './landmarks.ts';

export function tripleBridge(kit: Kit): string {
  const row =
    houses(kit, {
      from: -20,
      to: 560,
      y: 730,
      height: [180, 250],
      width: [100, 150],
      depth: 0.2,
      roof: 'hip',
    }) +
    houses(kit, {
      from: 1060,
      to: 1640,
      y: 730,
      height: [180, 260],
      width: [100, 150],
      depth: 0.2,
      roof: 'hip',
    });
  const bridge = (y: number, depth: number, from: number, to: number) =>
    archBridge(kit, { from, to, top: y, foot: y + 120, count: 2, color: '#d9d0be', depth, rise: 0.5 }) +
    times(Math.round((to - from) / 26), (index) =>
      path(`M${from + index * 26 + 4} ${y}v-26q9 -10 18 0v26z`, kit.lit('#efe8da', depth)),
    ) +
    rect(from, y - 36, to - from, 10, kit.lit('#efe8da', depth)) +
    [0.1, 0.37, 0.63, 0.9]
      .map(
        (share) =>
          circle(
            from + (to - from) * share,
            y - 54,
            13,
            kit.light.lamps > 0.2 ? '#fff0c2' : kit.lit('#f6f2e8', depth),
          ) +
          circle(from + (to - from) * share, y - 54, 60, 'url(#lamp)', `fill-opacity="${kit.light.lamps}"`) +
          rect(from + (to - from) * share - 4, y - 46, 8, 46, kit.tone('#cfc5b2', depth)),
      )
      .join('');
  const willows = [180, 1440]
    .map((x) =>
      at(
        x,
        830,
        1,
        stroke('M0 20V-160', kit.dim('#5b4636'), 16) +
          times(26, (index) =>
            stroke(
              `M${(index - 13) * 5} -190Q${(index - 13) * 13} -180 ${(index - 13) * 13} ${-20 - (index % 4) * 22}`,
              index % 2 ? kit.dim(kit.palette.leaf) : kit.tone('#86a85e'),
              8,
            ),
          ),
      ),
    )
    .join('');
  const backdrop = row + franciscan(kit, 810, 740, 1.15, 0.14);
  return (
    castleHill(kit, 1340, 620, 0.7, 0.5) +
    mist(640, 140, 0.4) +
    backdrop +
    water(kit, 760, { mirrored: backdrop }) +
    rect(-20, 730, 1660, 34, kit.tone('#bdb5a4')) +
    times(9, (index) =>
      person(
        390 + index * 104,
        776,
        52,
        kit.ink(0.05),
        kit.tone(kit.random.pick(['#3d8b6d', '#b8473d', '#e8b9a0', '#3f5f86'])),
      ),
    ) +
    bridge(790, 0.1, 380, 1240) +
    bridge(870, 0.02, 140, 1480) +
    willows
  );
}
