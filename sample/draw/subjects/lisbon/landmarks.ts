import type { Kit } from '../../kit.ts';
import { at, path, rect, stroke, times } from '../../svg.ts';
import { houses } from '../../town.ts';

export function hillTown(kit: Kit, y: number, rows: number, lift: (along: number) => number): string {
  return times(rows, (row) =>
    houses(kit, {
      from: -20,
      to: 1640,
      y: y + row * 52,
      height: [34, 74 + row * 10],
      width: [34 + row * 8, 66 + row * 12],
      depth: 0.52 - row * (0.42 / rows),
      roof: 'hip',
      lift: (along) => lift(along) * (1 - row / (rows + 1)),
    }),
  );
}

export function castleOnHill(kit: Kit, x: number, y: number): string {
  const stone = '#c9ad86';
  const towers_ = [-210, -120, -30, 80, 170, 240].map((dx, index) => {
    const height = 70 + (index % 3) * 16;
    const teeth = times(4, (tooth) => rect(dx - 22 + tooth * 12, -height - 9, 7, 10, kit.tone(stone, 0.36)));
    return (
      rect(dx - 22, -height, 44, height + 40, kit.tone(stone, 0.36)) +
      rect(dx + 6, -height, 16, height + 40, kit.dim(stone, 0.36), 'fill-opacity="0.6"') +
      teeth
    );
  });
  const wall =
    rect(-220, -48, 470, 90, kit.tone(stone, 0.4)) +
    times(30, (tooth) => rect(-218 + tooth * 15.6, -56, 9, 9, kit.tone(stone, 0.4)));
  const flag =
    stroke('M80 -100v-50', kit.ink(0.3), 3) +
    path('M81 -150q16 -8 30 0v20q-16 -6 -30 0z', kit.tone('#b8342f', 0.2));
  return at(x, y, 1, wall + towers_.join('') + flag);
}
