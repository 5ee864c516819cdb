import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { roundTree } from '../../plants.ts';
import { at, circle, ellipse, path, polygon, rect, stroke, times } from '../../svg.ts';
import { houses } from '../../town.ts';
import { paintedWall, street } from '../../wall.ts';

export function kadikoyMural(kit: Kit): string {
  const skyline = houses(kit, {
    from: -20,
    to: 1640,
    y: 900,
    height: [380, 560],
    width: [190, 260],
    depth: 0.25,
    roof: 'flat',
  });
  const wave = (y: number, color: string) =>
    path(`M400 ${y}q70 -90 140 0t140 0t140 0t140 0t140 0t140 0V1000H400z`, color);
  const fish = (x: number, y: number, color: string, scale: number) =>
    at(
      x,
      y,
      scale,
      path('M-90 0Q-40 -60 40 -34Q80 -20 100 0Q80 20 40 34Q-40 60 -90 0zM90 0L150 -46Q136 0 150 46z', color) +
        circle(-52, -8, 9, '#f7f1e0') +
        circle(-52, -8, 4, '#1c1a2a') +
        times(4, (index) => stroke(`M${-18 + index * 26} -26q14 26 0 52`, '#f7f1e0', 5)),
    );
  const eyeSun =
    circle(800, 330, 150, '#f2b53b') +
    circle(800, 330, 112, '#e8653a') +
    times(
      18,
      (index) =>
        `<g transform="rotate(${index * 20} 800 330)">${polygon(
          [
            [786, 160],
            [800, 84],
            [814, 160],
          ],
          '#f2b53b',
        )}</g>`,
    ) +
    ellipse(800, 330, 92, 48, '#fbf2dc') +
    circle(800, 330, 42, '#1f6f86') +
    circle(800, 330, 19, '#16202e') +
    circle(814, 318, 8, '#ffffff');
  const art =
    rect(400, 40, 800, 900, '#17324f') +
    eyeSun +
    wave(600, '#1f6f86') +
    fish(700, 610, '#e8653a', 1.15) +
    wave(690, '#2f9a9a') +
    fish(980, 720, '#f2b53b', 0.9) +
    wave(790, '#8fd0c0') +
    fish(560, 800, '#d83d5a', 0.75);
  return (
    skyline +
    paintedWall(kit, { x: 420, y: 60, width: 760, height: 850 }, '#c9b79c', art, 'plaster') +
    street(kit, 905) +
    roundTree(kit, 1390, 970, 470) +
    walker(300, 985, 180, kit.ink(), kit.tone('#d9a13a'))
  );
}
