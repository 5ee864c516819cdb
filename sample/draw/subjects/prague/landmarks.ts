import type { Kit } from '../../kit.ts';
import { at, path, polygon, rect, times } from '../../svg.ts';
import { windows } from '../../town.ts';

/** Hradčany as seen from the river: the long palace and St Vitus above it, 700 wide at scale 1. */
export function castle(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const stone = '#8a7a68';
  const spire = (dx: number, foot: number, half: number, height: number) =>
    rect(dx - half, foot - height * 0.55, half * 2, height * 0.55 + 6, kit.tone(stone, depth)) +
    polygon(
      [
        [dx - half - 2, foot - height * 0.55],
        [dx, foot - height],
        [dx + half + 2, foot - height * 0.55],
      ],
      kit.dim('#5a6b66', depth),
    );
  const nave =
    polygon(
      [
        [-60, -60],
        [-60, -128],
        [-48, -150],
        [130, -150],
        [142, -128],
        [142, -60],
      ],
      kit.tone(stone, depth),
    ) +
    polygon(
      [
        [-52, -128],
        [-40, -160],
        [122, -160],
        [136, -128],
      ],
      kit.dim('#5a6b66', depth),
    ) +
    times(8, (index) =>
      polygon(
        [
          [-44 + index * 24, -60],
          [-40 + index * 24, -142],
          [-36 + index * 24, -60],
        ],
        kit.dim(stone, depth),
      ),
    );
  const main =
    rect(20, -224, 34, 170, kit.tone(stone, depth)) +
    path(
      'M16 -224Q18 -250 30 -254Q26 -266 37 -292Q48 -266 44 -254Q56 -250 58 -224z',
      kit.dim('#5a6b66', depth),
    );
  const palace =
    rect(-350, -62, 700, 66, kit.lit('#e0cfae', depth)) +
    rect(-350, -74, 700, 13, kit.tone(kit.palette.roof, depth)) +
    windows(kit, -338, -50, [40, 2], [7, 13], [17, 24], depth);
  return at(
    x,
    y,
    scale,
    nave +
      spire(-52, -60, 13, 196) +
      spire(-22, -60, 13, 196) +
      main +
      palace +
      spire(-240, -60, 11, 100) +
      spire(250, -60, 13, 120) +
      spire(280, -60, 10, 104),
  );
}
