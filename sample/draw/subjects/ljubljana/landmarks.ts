import type { Kit } from '../../kit.ts';
import { at, ellipse, path, type Point, polygon, rect, stroke, times } from '../../svg.ts';
import { windows } from '../../town.ts';

export function alps(kit: Kit, y: number): string {
  const peaks: Point[] = [[-20, y]];
  for (let x = 0; x <= 1640; x += 68)
    peaks.push([x, y - 60 - kit.random.between(20, 150) * (x % 136 ? 1 : 0.4)]);
  const snow = peaks
    .filter(([, top]) => top < y - 130)
    .map(([x, top]) =>
      polygon(
        [
          [x, top],
          [x + 34, top + 46],
          [x + 12, top + 36],
          [x - 2, top + 54],
          [x - 14, top + 34],
          [x - 34, top + 44],
        ],
        kit.lit('#ffffff', 0.4),
      ),
    )
    .join('');
  return polygon([...peaks, [1660, y + 40], [-20, y + 40]], kit.tone('#7286a0', 0.62)) + snow;
}

export function castleHill(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const stone = '#d3c4a4';
  const hill =
    path('M-420 0Q-320 -90 -200 -124Q0 -160 200 -124Q330 -90 440 0z', kit.tone(kit.palette.leaf, depth)) +
    times(60, () => {
      const dx = kit.random.between(-360, 370);
      const high = Math.cos((dx / 420) * 1.4) * 120;
      return ellipse(
        dx,
        -kit.random.between(0.1, 1) * high,
        26,
        24,
        kit.random.next() > 0.5 ? kit.dim(kit.palette.leaf, depth) : kit.tone('#6f9456', depth),
      );
    });
  const wall =
    rect(-170, -186, 340, 56, kit.tone(stone, depth)) +
    polygon(
      [
        [-178, -184],
        [-160, -206],
        [160, -206],
        [178, -184],
      ],
      kit.tone(kit.palette.roof, depth),
    ) +
    windows(kit, -156, -174, [14, 1], [8, 14], [23, 10], depth) +
    [-170, 170]
      .map(
        (dx) =>
          rect(dx - 30, -216, 60, 90, kit.lit(stone, depth)) +
          polygon(
            [
              [dx - 36, -214],
              [dx, -256],
              [dx + 36, -214],
            ],
            kit.tone(kit.palette.roof, depth),
          ),
      )
      .join('');
  const tower =
    rect(18, -276, 44, 130, kit.lit(stone, depth)) +
    rect(44, -276, 18, 130, kit.dim(stone, depth)) +
    rect(12, -286, 56, 12, kit.tone(stone, depth)) +
    times(5, (index) => rect(13 + index * 12, -294, 7, 9, kit.tone(stone, depth))) +
    stroke('M40 -290v-52', kit.ink(depth), 3) +
    path('M41 -342q18 -8 34 0v20q-16 -8 -34 0z', kit.tone('#3d8b6d', depth)) +
    path('M32 -230v-16q8 -12 16 0v16z', kit.pane(depth));
  return at(x, y, scale, wall + tower + hill);
}

export function franciscan(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const salmon = '#e0806a';
  const white = '#f8ecdc';
  const tower = (dx: number) =>
    rect(dx - 30, -330, 60, 336, kit.tone(salmon, depth)) +
    rect(dx - 34, -230, 68, 8, kit.lit(white, depth)) +
    rect(dx - 34, -334, 68, 9, kit.lit(white, depth)) +
    path(`M${dx - 12} -262v-36q12 -18 24 0v36z`, kit.dim('#4a3a38', depth)) +
    path(
      `M${dx - 30} -334Q${dx - 34} -372 ${dx - 8} -384V-404Q${dx} -420 ${dx + 8} -404V-384Q${dx + 34} -372 ${dx + 30} -334z`,
      kit.tone('#6f9a8a', depth),
    ) +
    stroke(`M${dx} -410v-30M${dx - 8} -430h16`, kit.lit('#e0ab3c', depth), 3);
  const front =
    rect(-130, -220, 260, 226, kit.tone(salmon, depth)) +
    path('M-130 -220Q-90 -230 -80 -280H80Q90 -230 130 -220z', kit.tone(salmon, depth)) +
    polygon(
      [
        [-90, -278],
        [0, -336],
        [90, -278],
      ],
      kit.lit(white, depth),
    ) +
    polygon(
      [
        [-66, -282],
        [0, -324],
        [66, -282],
      ],
      kit.tone(salmon, depth),
    ) +
    rect(-138, -226, 276, 10, kit.lit(white, depth)) +
    [-116, -62, 48, 102].map((dx) => rect(dx, -216, 14, 216, kit.lit(white, depth))).join('') +
    path('M-34 0V-110q34 -50 68 0V0z', kit.dim('#5a3a34', depth)) +
    path('M-22 -150v-50q22 -26 44 0v50z', kit.pane(depth));
  const steps = times(4, (index) =>
    rect(
      -110 - index * 16,
      index * 9 - 8,
      220 + index * 32,
      10,
      index % 2 ? kit.tone(white, depth) : kit.lit(white, depth),
    ),
  );
  return at(x, y, scale, tower(-130) + tower(130) + front + steps);
}
