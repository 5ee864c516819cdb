import { water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { lampGlow } from '../../sky.ts';
import { circle, n, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { windows } from '../../town.ts';

export function louvre(kit: Kit): string {
  const stone = '#d9cab0';
  const wing = (x: number, width: number, height: number) =>
    rect(x, 720 - height, width, height + 20, kit.tone(stone, 0.16)) +
    rect(x - 6, 720 - height - 12, width + 12, 14, kit.lit(stone, 0.16)) +
    polygon(
      [
        [x, 708 - height],
        [x + 30, 640 - height],
        [x + width - 30, 640 - height],
        [x + width, 708 - height],
      ],
      kit.tone(kit.palette.roof, 0.16),
    ) +
    windows(kit, x + 20, 720 - height + 28, [Math.floor(width / 46), 2], [20, 66], [46, 110], 0.12) +
    times(Math.floor(width / 46), (index) =>
      rect(x + 9 + index * 46, 720 - height, 5, height, kit.lit(stone, 0.16)),
    ) +
    rect(x, 720 - height * 0.52, width, 8, kit.lit(stone, 0.16));
  const palace =
    wing(-20, 560, 220) +
    wing(1060, 580, 220) +
    wing(520, 560, 240) +
    [
      [520, 0],
      [960, 0],
    ]
      .map(([x = 0]) => wing(x, 130, 290))
      .join('') +
    path('M640 412Q720 330 800 326Q880 330 960 412z', kit.tone(kit.palette.roof, 0.16));
  const glass = kit.light.lamps > 0.4;
  const pyramid = (x: number, y: number, half: number) => {
    const apex = y - half * 0.92;
    const lines = times(11, (index) => {
      const t = (index + 1) / 12;
      return `M${n(x - half + half * t)} ${n(y - (y - apex) * t)}L${n(x - half + 2 * half * t)} ${n(y)}M${n(x + half - half * t)} ${n(y - (y - apex) * t)}L${n(x + half - 2 * half * t)} ${n(y)}`;
    });
    return (
      circle(x, y - half * 0.3, half * 1.5, 'url(#lamp)', `fill-opacity="${glass ? 0.8 : 0}"`) +
      polygon(
        [
          [x - half, y],
          [x, apex],
          [x + half, y],
        ],
        glass ? '#f2b95e' : kit.lit('#a9c6d2'),
        'fill-opacity="0.92"',
      ) +
      polygon(
        [
          [x, apex],
          [x + half, y],
          [x + half * 0.16, y],
        ],
        glass ? '#c98a3c' : kit.tone('#7fa3b5'),
        'fill-opacity="0.7"',
      ) +
      stroke(lines, glass ? '#5a3c22' : kit.dim('#5d7886'), 2, 'stroke-opacity="0.55"') +
      stroke(`M${x - half} ${y}L${x} ${apex}L${x + half} ${y}`, kit.ink(), 4)
    );
  };
  const pyramids = pyramid(800, 800, 330) + pyramid(240, 790, 84) + pyramid(1370, 790, 84);
  const basin = water(kit, 806, { glitter: false, mirrored: `${palace}${pyramid(800, 800, 330)}` });
  const rim =
    polygon(
      [
        [-20, 800],
        [1620, 800],
        [1620, 812],
        [-20, 812],
      ],
      kit.lit('#b8ad9a'),
    ) + path('M-20 1000Q800 1050 1620 1000V1080H-20z', kit.dim('#8d8474'));
  const court = rect(0, 716, WIDTH, 90, kit.tone('#a89d8c', 0.1));
  return (
    palace +
    court +
    pyramids +
    basin +
    rim +
    lampGlow(kit, 800, 830, 360) +
    walker(1110, 1020, 120, kit.ink()) +
    person(520, 802, 52, kit.ink()) +
    person(548, 802, 50, kit.ink()) +
    walker(1240, 804, 54, kit.ink())
  );
}
