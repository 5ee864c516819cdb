import { paving } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple, person } from '../../people.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { houses } from '../../town.ts';
import { eiffel } from './landmarks.ts';

export function trocadero(kit: Kit): string {
  const lawns =
    polygon(
      [
        [640, 760],
        [960, 760],
        [1220, 900],
        [380, 900],
      ],
      kit.tone('#7f9a58', 0.2),
    ) +
    polygon(
      [
        [740, 760],
        [860, 760],
        [960, 900],
        [640, 900],
      ],
      kit.tone(kit.palette.water, 0.2),
    );
  const trees =
    treeline(kit, -20, 620, 790, 120, 0.3) +
    treeline(kit, 990, 1640, 790, 120, 0.3) +
    treeline(kit, -20, 460, 880, 140, 0.16) +
    treeline(kit, 1150, 1640, 880, 140, 0.16);
  const jets = times(14, (index) =>
    stroke(
      `M${650 + index * 23} 880q${index < 7 ? -14 : 14} -110 ${index < 7 ? -36 : 36} -10`,
      '#ffffff',
      4,
      'stroke-opacity="0.45"',
    ),
  );
  const terrace = paving(kit, 905, '#d8ccb4') + rect(0, 896, WIDTH, 14, kit.lit('#efe5d0'));
  const gilt = [150, 1450]
    .map((x) =>
      at(
        x,
        925,
        1.6,
        rect(-26, -54, 52, 56, kit.tone('#d9cdb5')) +
          rect(-30, -60, 60, 8, kit.lit('#efe5d0')) +
          person(0, -58, 86, kit.lit('#d9a53a')),
      ),
    )
    .join('');
  return (
    houses(kit, {
      from: -20,
      to: 1640,
      y: 770,
      height: [26, 50],
      width: [60, 110],
      depth: 0.56,
      roof: 'mansard',
    }) +
    mist(780, 120, 0.5) +
    eiffel(kit, 800, 800, 2.25, 0.12) +
    lawns +
    trees +
    jets +
    terrace +
    gilt +
    couple(640, 1010, 118, kit.ink(), kit.tone('#b8342f'))
  );
}
