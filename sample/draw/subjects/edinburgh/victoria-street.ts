import type { Kit } from '../../kit.ts';
import { underUmbrella, walker } from '../../people.ts';
import { circle, n, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { houses, windows } from '../../town.ts';

export function victoriaStreet(kit: Kit): string {
  const colors = [
    '#b8342f',
    '#2f5f8a',
    '#e0a52c',
    '#3f7f5a',
    '#8a4a7a',
    '#d97a4a',
    '#2f8a8a',
    '#c9586a',
    '#5a6a3f',
  ] as const;
  const shops = times(9, (index) => {
    const left = 60 + index * 172 - index * index * 2;
    const width = 168 - index * 4;
    const foot = 960 - Math.sin((index / 8) * 1.5) * 190;
    const high = 270 - index * 12;
    const color = colors[index] ?? colors[0];
    const upper =
      rect(
        left,
        foot - high - 330 + index * 16,
        width,
        340,
        kit.tone(index % 2 ? '#a3957f' : '#8f8372', index * 0.03),
      ) +
      windows(
        kit,
        left + width * 0.16,
        foot - high - 280 + index * 16,
        [2, 3],
        [width * 0.24, 58],
        [width * 0.44, 92],
        index * 0.03,
      );
    const gable = polygon(
      [
        [left, foot - high - 328 + index * 16],
        [left + width / 2, foot - high - 420 + index * 16],
        [left + width, foot - high - 328 + index * 16],
      ],
      kit.tone(kit.palette.roof, index * 0.03),
    );
    const front =
      rect(left, foot - high, width, high + 20, kit.tone(color)) +
      rect(left, foot - high, width, 14, kit.lit(color)) +
      rect(
        left + 12,
        foot - high + 60,
        width * 0.5,
        high - 100,
        kit.light.lamps > 0.2 ? '#ffcf7d' : kit.dim('#55636b'),
      ) +
      rect(left + width * 0.66, foot - high + 60, width * 0.24, high - 60, kit.dim(color)) +
      rect(
        left + width * 0.7,
        foot - high + 74,
        width * 0.16,
        high * 0.4,
        kit.light.lamps > 0.2 ? '#ffdf9e' : kit.dim('#55636b'),
      ) +
      rect(left, foot - high + 30, width, 8, kit.light.shade, 'fill-opacity="0.3"');
    return (
      gable +
      upper +
      front +
      circle(
        left + width * 0.38,
        foot - high + 120,
        120,
        'url(#lamp)',
        `fill-opacity="${n(kit.light.lamps * 0.8)}"`,
      )
    );
  });
  const terrace =
    rect(0, 366, WIDTH, 26, kit.lit('#b3a893', 0.1)) +
    times(50, (index) => rect(index * 33, 336, 5, 32, kit.ink(0.1))) +
    rect(0, 332, WIDTH, 5, kit.ink(0.1));
  const back = houses(kit, {
    from: -20,
    to: 1640,
    y: 380,
    height: [120, 250],
    width: [90, 150],
    depth: 0.34,
    roof: 'gable',
  });
  const road =
    path('M-20 985Q420 960 860 850T1640 760V1080H-20z', kit.tone('#6f6a66')) +
    times(18, (index) =>
      stroke(
        `M-20 ${1000 + index * 14}Q440 ${980 + index * 10} 900 ${870 + index * 14}T1640 ${780 + index * 22}`,
        kit.dim('#5d5955'),
        2,
        'stroke-opacity="0.5"',
      ),
    );
  return (
    back +
    terrace +
    rect(0, 390, WIDTH, 600, kit.dim('#8a7f70')) +
    shops +
    road +
    underUmbrella(560, 1000, 185, kit.ink(), kit.tone('#e0a52c')) +
    walker(1010, 920, 130, kit.ink(), kit.tone('#2f5f8a')) +
    walker(1250, 880, 105, kit.ink())
  );
}
