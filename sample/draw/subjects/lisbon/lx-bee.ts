import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { circle, ellipse, n, polygon, rect, stroke, times } from '../../svg.ts';
import { houses } from '../../town.ts';
import { paintedWall, street } from '../../wall.ts';

export function lxBee(kit: Kit): string {
  const scrap = ['#d9a12c', '#c98a1e', '#e8bb45', '#b87a1c', '#f0ca62', '#8a6420'] as const;
  const patch = (cx: number, cy: number, rx: number, ry: number, colors: readonly [string, ...string[]]) =>
    times(46, () => {
      const angle = kit.random.between(0, 6.28);
      const reach = Math.sqrt(kit.random.next()) * 0.92;
      return `<rect x="-34" y="-15" width="${n(kit.random.between(40, 84))}" height="${n(kit.random.between(16, 36))}" rx="5" fill="${kit.random.pick(colors)}" transform="translate(${n(cx + Math.cos(angle) * rx * reach)} ${n(cy + Math.sin(angle) * ry * reach)}) rotate(${n(kit.random.between(-50, 50))})"/>`;
    });
  const dark = ['#2a2622', '#3b332c', '#1d1a19', '#4a3f34'] as const;
  const wing = (angle: number, length: number) =>
    `<g transform="translate(860 420) rotate(${angle})">${ellipse(length / 2, 0, length / 2, 76, '#dfe8e6', 'fill-opacity="0.75"')}${times(7, (index) => stroke(`M0 0Q${length / 2} ${-60 + index * 20} ${length * 0.94} ${-24 + index * 8}`, '#6f7f80', 3))}</g>`;
  const legs = times(3, (index) =>
    stroke(`M${720 + index * 90} 620l-50 90l30 80M${760 + index * 100} 620l60 100l-10 76`, '#26211e', 13),
  );
  const head =
    circle(560, 470, 104, '#2f2822') +
    patch(560, 470, 92, 92, dark) +
    ellipse(512, 450, 40, 58, '#7c2f2a') +
    ellipse(500, 436, 12, 18, '#f0b9a0') +
    stroke('M540 380Q500 290 430 280M590 372Q580 280 530 230', '#26211e', 12);
  const body =
    ellipse(780, 510, 190, 150, '#c98a1e') +
    patch(780, 510, 180, 138, scrap) +
    ellipse(1060, 560, 240, 158, '#c98a1e') +
    patch(1060, 560, 220, 140, scrap) +
    [970, 1080, 1190]
      .map((x) => ellipse(x, 560 + (x - 970) * 0.05, 30, 150 - (x - 970) * 0.22, '#241f1c'))
      .join('');
  const art = legs + body + wing(-52, 420) + wing(-24, 470) + head;
  const roof =
    polygon(
      [
        [180, 150],
        [800, 20],
        [1420, 150],
      ],
      kit.tone('#8e8279'),
    ) + rect(180, 146, 1240, 14, kit.lit('#b9ab9c'));
  return (
    houses(kit, {
      from: -20,
      to: 1640,
      y: 900,
      height: [440, 640],
      width: [180, 240],
      depth: 0.28,
      roof: 'flat',
    }) +
    roof +
    paintedWall(kit, { x: 190, y: 160, width: 1220, height: 750 }, '#dcd2c2', art, 'plaster') +
    street(kit, 905, '#a39a8e', '#77716b') +
    person(1260, 985, 175, kit.ink(), kit.tone('#b8473d')) +
    walker(330, 1000, 180, kit.ink(), kit.tone('#3f6f9a'))
  );
}
