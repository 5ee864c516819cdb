import type { Kit } from '../../kit.ts';
import { at, n, path, rect, stroke, times } from '../../svg.ts';

/** The tower in metres: 330 high at scale 1, its middle at x. */
export function eiffel(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const iron = '#7a5f4a';
  const lights = kit.light.lamps > 0.6;
  const color = lights ? '#e2a74a' : kit.tone(iron, depth);
  const shade = lights ? '#9a6a2c' : kit.dim(iron, depth);
  const lattice = kit.light.lamps > 0.6 ? '#ffe2a0' : kit.lit(iron, depth);
  const outline =
    'M-62 0Q-45 -34 -34 -57L-19 -116Q-9 -170 -4 -276H4Q9 -170 19 -116L34 -57Q45 -34 62 0H37A37 40 0 0 0 -37 0z';
  const holes = 'M-22 -64L-9 -111H9L22 -64zM-8 -121L0 -186L8 -121z';
  const crosses = (from: number, to: number, half: (height: number) => number, step: number) =>
    times((to - from) / step, (index) => {
      const [low, high] = [from + index * step, from + (index + 1) * step];
      return [-1, 1]
        .map(
          (side) =>
            `M${n(side * half(low))} ${-low}L${n(side * half(high) * 0.66)} ${-high}M${n(side * half(low) * 0.66)} ${-low}L${n(side * half(high))} ${-high}`,
        )
        .join('');
    });
  const web =
    crosses(44, 57, (height) => 34 + (57 - height) * 0.7, 6.5) +
    crosses(58, 114, (height) => 34 - (height - 57) * 0.25, 7) +
    crosses(118, 268, (height) => 17 * ((276 - height) / 160) ** 1.25 + 3.4, 8);
  const legs = stroke(
    'M-58 0Q-44 -30 -37 -50M-42 -4Q-36 -30 -30 -46M58 0Q44 -30 37 -50M42 -4Q36 -30 30 -46',
    lattice,
    1,
    'stroke-opacity="0.7"',
  );
  const platforms =
    rect(-37, -62, 74, 6, shade) +
    rect(-35, -66, 70, 4, color) +
    rect(-21, -120, 42, 5, shade) +
    rect(-7, -280, 14, 6, shade) +
    rect(-4, -290, 8, 11, color) +
    stroke('M0 -290V-330', shade, 1.6);
  return at(
    x,
    y,
    scale,
    path(outline + holes, color, 'fill-rule="evenodd"') +
      path(
        'M0 -276H4Q9 -170 19 -116L34 -57Q45 -34 62 0H37Q30 -36 22 -64L9 -111L8 -121L0 -186z',
        shade,
        'fill-opacity="0.55"',
      ) +
      stroke(web, lattice, 0.9, 'stroke-opacity="0.75"') +
      legs +
      platforms,
  );
}
