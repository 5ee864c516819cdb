import type { Kit } from '../../kit.ts';
import { at, ellipse, n, rect, stroke, times } from '../../svg.ts';

export const ORANGE = '#c8442c';

/** One tower of the Golden Gate, seen nearly head on: stepped legs and four struts. */
export function gateTower(kit: Kit, x: number, y: number, height: number, depth: number): string {
  const half = height * 0.085;
  const leg = (side: 1 | -1) =>
    times(4, (step) => {
      const width = height * (0.052 - step * 0.007);
      const foot = -height * ([0, 0.42, 0.62, 0.82][step] ?? 0);
      return (
        rect(side * half - width / 2, -height, width, foot + height, kit.tone(ORANGE, depth)) +
        rect(side * half + width * 0.1, -height, width * 0.4, foot + height, kit.dim(ORANGE, depth))
      );
    });
  const struts = [0.97, 0.8, 0.61, 0.42]
    .map(
      (share) =>
        rect(-half, -height * share, half * 2, height * 0.052, kit.tone(ORANGE, depth)) +
        rect(-half, -height * share + height * 0.04, half * 2, height * 0.012, kit.dim(ORANGE, depth)),
    )
    .join('');
  const cross = stroke(
    `M${-half} ${-height * 0.3}L${half} ${-height * 0.12}M${half} ${-height * 0.3}L${-half} ${-height * 0.12}`,
    kit.dim(ORANGE, depth),
    height * 0.018,
  );
  return at(x, y, 1, leg(-1) + leg(1) + struts + cross);
}

export function fogBank(kit: Kit, y: number, opacity: number): string {
  return times(16, (index) =>
    ellipse(
      index * 112 + kit.random.between(-50, 50),
      y + kit.random.between(-26, 26),
      kit.random.between(120, 230),
      kit.random.between(28, 62),
      kit.lit('#f4f2ee'),
      `fill-opacity="${n(opacity * kit.random.between(0.45, 1))}"`,
    ),
  );
}
