import type { Kit } from '../../kit.ts';
import { seated, walker } from '../../people.ts';
import { at, circle, path, polygon, rect, times, WIDTH } from '../../svg.ts';
import { lantern } from '../../town.ts';
import { koutoubia, medina } from './landmarks.ts';

export function jemaaElFna(kit: Kit): string {
  const stall = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      circle(0, -50, 190, 'url(#lamp)', 'fill-opacity="0.85"') +
        polygon(
          [
            [-90, -100],
            [-70, -130],
            [70, -130],
            [90, -100],
          ],
          kit.lit('#f4efe4'),
        ) +
        rect(-90, -100, 180, 10, kit.tone('#e8dcc0')) +
        rect(-84, -100, 5, 100, kit.ink()) +
        rect(79, -100, 5, 100, kit.ink()) +
        rect(-92, -36, 184, 36, kit.tone('#b8473d')) +
        rect(-92, -42, 184, 8, '#ffdf9e') +
        times(6, (index) =>
          circle(-70 + index * 28, -46, 8, ['#f28a2e', '#e8b53a', '#c23b2e'][index % 3] ?? '#f28a2e'),
        ) +
        times(3, (index) => circle(-56 + index * 56, -92, 6, '#fff6d8')),
    );
  const rows = times(5, (row) =>
    times(
      9 - row,
      (index) =>
        stall(60 + index * (190 + row * 44) + (row % 2) * 80, 720 + row * 66, 0.46 + row * 0.16) +
        walker(
          150 + index * (190 + row * 44),
          728 + row * 68,
          44 + row * 17,
          kit.ink(),
          kit.tone(kit.random.pick(['#37424f', '#7a3c34', '#c9a878', '#3f5f86'])),
        ),
    ),
  );
  const smoke = times(17, (index) =>
    path(
      `M${index * 100 + 10} ${760 + (index % 3) * 60}q-50 -90 10 -170t20 -190q60 90 10 190t30 170z`,
      '#f6e3c4',
      'fill-opacity="0.07"',
    ),
  );
  const rail = rect(0, 1000, WIDTH, 80, kit.ink()) + rect(0, 988, WIDTH, 14, kit.dim('#7a5a3c'));
  return (
    medina(kit, 680, 0.4, [30, 84]) +
    koutoubia(kit, 1180, 690, 1.15, 0.3) +
    rect(0, 676, WIDTH, 400, kit.dim('#7d5a4c')) +
    circle(800, 800, 800, 'url(#lamp)', 'fill-opacity="0.45"') +
    rows +
    smoke +
    rail +
    seated(330, 1004, 170, '#0d0b12') +
    lantern(kit, 1500, 1010, 300, kit.ink())
  );
}
