import type { Kit } from '../../kit.ts';
import { at, ellipse, path, rect, stroke, times } from '../../svg.ts';

/** One sweeping roof, `half` wide to each side of the middle, its eaves at `y`. */
export function eaves(
  kit: Kit,
  y: number,
  half: number,
  height: number,
  depth: number,
  color = kit.palette.roof,
): string {
  return (
    path(
      `M${-half} ${y}Q${-half * 0.62} ${y - height * 0.28} ${-half * 0.4} ${y - height}H${half * 0.4}Q${half * 0.62} ${y - height * 0.28} ${half} ${y}Q${half * 0.5} ${y - 5} 0 ${y - 5}T${-half} ${y}z`,
      kit.tone(color, depth),
    ) +
    path(
      `M${half * 0.1} ${y - height}H${half * 0.4}Q${half * 0.62} ${y - height * 0.28} ${half} ${y}Q${half * 0.5} ${y - 5} ${half * 0.1} ${y - 5}z`,
      kit.dim(color, depth),
    ) +
    stroke(`M${-half} ${y}Q${-half * 0.5} ${y - 5} 0 ${y - 5}T${half} ${y}`, kit.lit(color, depth), 2.5)
  );
}

/** The five roofs of Hokan-ji, 500 high at scale 1. */
export function pagoda(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const storeys = times(5, (index) => {
    const floor = -index * 80;
    const half = 82 - index * 9;
    const body =
      rect(-half * 0.62, floor - 58, half * 1.24, 60, kit.tone('#6a4030', depth)) +
      rect(-half * 0.5, floor - 46, half, 30, kit.tone('#e0cda8', depth)) +
      times(5, (bar) =>
        rect(-half * 0.5 + bar * half * 0.25 - 2, floor - 50, 4, 44, kit.dim('#5a3528', depth)),
      ) +
      rect(-half * 0.72, floor - 14, half * 1.44, 5, kit.dim('#8a4030', depth)) +
      rect(-half * 0.16, floor - 46, half * 0.32, 34, kit.pane(depth));
    return body + eaves(kit, floor - 54, half * 1.55, 34, depth);
  });
  const finial =
    stroke('M0 -400V-512', kit.dim('#4a4038', depth), 5) +
    times(7, (index) => ellipse(0, -424 - index * 10, 13 - index * 1.2, 2.6, kit.tone('#7d6a4a', depth)));
  return at(x, y, scale, storeys + finial);
}
