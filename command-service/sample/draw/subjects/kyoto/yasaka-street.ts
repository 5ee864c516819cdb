import { ridge } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, underUmbrella } from '../../people.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, polygon, rect, times, WIDTH } from '../../svg.ts';
import { pagoda } from './landmarks.ts';

export function yasakaStreet(kit: Kit): string {
  const house_ = (side: 1 | -1, index: number) => {
    const near = 1.55 ** index;
    const inner = 800 + side * (108 + near * 58);
    const outer = 800 + side * (108 + near * 1.55 * 58);
    const foot = 742 + near * 46;
    const footOut = 742 + near * 1.55 * 46;
    const top = 700 - near * 50;
    const topOut = 700 - near * 1.55 * 50;
    const depth = Math.max(0, 0.34 - index * 0.07);
    const wall = kit.palette.walls[(index + (side > 0 ? 2 : 0)) % kit.palette.walls.length] ?? '#7d5b43';
    const lattice = times(9, (bar) => {
      const x = inner + ((outer - inner) * (bar + 0.5)) / 9;
      const share = (bar + 0.5) / 9;
      return rect(
        x - near * 0.5,
        top + (topOut - top) * share + near * 26,
        near * 1.6,
        foot - top + (footOut - foot - topOut + top) * share - near * 40,
        kit.dim('#3d2a22', depth),
      );
    });
    const glow = polygon(
      [
        [inner, foot - near * 20],
        [inner, foot - near * 52],
        [outer, footOut - near * 80],
        [outer, footOut - near * 31],
      ],
      kit.light.lamps > 0.2 ? '#ffcf7d' : kit.dim('#8a6a48', depth),
      'fill-opacity="0.85"',
    );
    const roof = polygon(
      [
        [inner - side * near * 18, top + near * 12],
        [inner + side * near * 6, top - near * 22],
        [outer, topOut - near * 34],
        [outer, topOut + near * 20],
      ],
      kit.tone(kit.palette.roof, depth),
    );
    const pent = polygon(
      [
        [inner - side * near * 14, top + near * 50],
        [inner, top + near * 40],
        [outer, topOut + near * 62],
        [outer, topOut + near * 78],
      ],
      kit.dim(kit.palette.roof, depth),
    );
    return (
      polygon(
        [
          [inner, top],
          [outer, topOut],
          [outer, footOut],
          [inner, foot],
        ],
        kit.tone(wall, depth),
      ) +
      glow +
      lattice +
      pent +
      roof
    );
  };
  const paper = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      circle(0, 0, 90, 'url(#lamp)') +
        ellipse(0, 0, 15, 21, '#fff0cf') +
        ellipse(0, 0, 15, 21, '#d8432a', 'fill-opacity="0.35"') +
        rect(-8, -24, 16, 5, kit.ink()) +
        rect(-8, 19, 16, 5, kit.ink()),
    );
  const lane =
    polygon(
      [
        [700, 770],
        [900, 770],
        [1560, 1090],
        [40, 1090],
      ],
      kit.tone('#8d857a'),
    ) +
    times(12, (index) =>
      rect(0, 776 + index * index * 2.3, WIDTH, 3, kit.light.shade, 'fill-opacity="0.2"'),
    ) +
    polygon(
      [
        [770, 770],
        [830, 770],
        [1010, 1090],
        [590, 1090],
      ],
      kit.lit('#a89d8c'),
      'fill-opacity="0.7"',
    );
  return (
    ridge(kit, 690, 120, kit.tone('#5f7a6a', 0.72), 0.9) +
    treeline(kit, 380, 1220, 760, 130, 0.46) +
    pagoda(kit, 800, 752, 1.16, 0.2) +
    mist(770, 140, 0.5) +
    rect(0, 764, WIDTH, 320, kit.dim('#8d857a')) +
    lane +
    times(5, (index) => house_(-1, index) + house_(1, index)) +
    [
      [560, 700, 0.8],
      [1058, 690, 0.9],
      [400, 690, 1.4],
      [1240, 680, 1.6],
    ]
      .map(([x = 0, y = 0, scale = 1]) => paper(x, y, scale))
      .join('') +
    underUmbrella(850, 920, 150, kit.ink(), kit.tone('#d8432a')) +
    person(760, 880, 112, kit.ink(), kit.tone('#3f5a86'))
  );
}
