import type { Kit } from './kit.ts';
import { at, circle, ellipse, n, path, polygon, rect, stroke, times, WIDTH } from './svg.ts';

/** Every plant stands with its foot at (x, y) and is `height` high. */
export function roundTree(
  kit: Kit,
  x: number,
  y: number,
  height: number,
  depth = 0,
  leaf = kit.palette.leaf,
): string {
  const { random } = kit;
  const side = kit.sun[0] > x ? 1 : -1;
  const blob = (fill: string, dx: number, dy: number, reach: number) =>
    times(7, () =>
      circle(
        dx + random.between(-reach, reach),
        -66 + dy + random.between(-22, 18),
        random.between(11, 20),
        fill,
      ),
    );
  const trunk = path('M-4 0L-2 -46L2 -46L5 0zM0 -30L14 -52L16 -50L1 -26z', kit.dim('#5b4636', depth));
  const crown =
    blob(kit.dim(leaf, depth), 0, 0, 26) +
    blob(kit.tone(leaf, depth), side * 4, -6, 20) +
    faded(blob(kit.lit(leaf, depth), side * 12, -13, 11));
  return at(x, y, height / 100, trunk + crown);
}

function faded(content: string): string {
  return `<g opacity="0.8">${content}</g>`;
}

export function conifer(kit: Kit, x: number, y: number, height: number, depth = 0): string {
  const dark = kit.dim(kit.palette.leaf, depth);
  const tiers = times(5, (index) => {
    const top = -100 + index * 17;
    const half = 8 + index * 5.4;
    return path(`M0 ${top}L${half} ${top + 28}Q0 ${top + 22} ${-half} ${top + 28}z`, dark);
  });
  return at(x, y, height / 100, rect(-2, -12, 4, 12, dark) + tiers);
}

export function cypress(kit: Kit, x: number, y: number, height: number, depth = 0): string {
  const side = kit.sun[0] > x ? 5 : -5;
  const shape = (fill: string, half: number, shift: number) =>
    path(
      `M${shift * 0.4} -100C${shift + half} -70 ${shift + half} -22 ${shift * 0.3 + half * 0.4} 0H${shift * 0.3 - half * 0.4}C${shift - half} -22 ${shift - half} -70 ${shift * 0.4} -100z`,
      fill,
    );
  return at(
    x,
    y,
    height / 100,
    shape(kit.dim('#3d5a40', depth), 12, 0) + shape(kit.tone('#4f6d48', depth), 5, side),
  );
}

export function palm(kit: Kit, x: number, y: number, height: number, depth = 0): string {
  const lean = kit.random.between(-8, 8);
  const dark = kit.dim(kit.palette.leaf, depth);
  const fronds = times(11, (index) => {
    const angle = -Math.PI + (index / 10) * Math.PI + kit.random.between(-0.12, 0.12);
    const reach = 30 + kit.random.between(-3, 5);
    const tipX = lean + Math.cos(angle) * reach;
    const tipY = -96 + Math.sin(angle) * reach * 0.55 + 14;
    const midX = lean + Math.cos(angle) * reach * 0.6;
    const midY = -96 + Math.sin(angle) * reach * 0.85 - 5;
    return path(
      `M${n(lean)} -96Q${n(midX)} ${n(midY)} ${n(tipX)} ${n(tipY)}Q${n(midX)} ${n(midY + 9)} ${n(lean)} -92z`,
      index % 2 ? dark : kit.tone(kit.palette.leaf, depth),
    );
  });
  return at(
    x,
    y,
    height / 100,
    stroke(`M0 0Q${n(lean * 0.2)} -50 ${n(lean)} -94`, kit.dim('#75604a', depth), 4) + fronds,
  );
}

/** The flat-topped pine of the south. */
export function umbrellaPine(kit: Kit, x: number, y: number, height: number, depth = 0): string {
  const dark = kit.dim(kit.palette.leaf, depth);
  const trunk = stroke(
    'M0 0Q4 -30 -2 -62M0 -42Q14 -56 22 -68M-1 -50Q-14 -60 -22 -70',
    kit.dim('#5a4334', depth),
    4.5,
  );
  const crown =
    ellipse(0, -78, 48, 15, dark) + ellipse(-16, -86, 30, 12, dark) + ellipse(18, -88, 28, 11, dark);
  const light =
    ellipse(-18, -89, 22, 6, kit.tone(kit.palette.leaf, depth)) +
    ellipse(20, -91, 20, 5, kit.tone(kit.palette.leaf, depth));
  return at(x, y, height / 100, trunk + crown + light);
}

/** A low row of round crowns along a line, for far banks and parks. */
export function treeline(
  kit: Kit,
  from: number,
  to: number,
  y: number,
  height: number,
  depth: number,
): string {
  const { random, palette } = kit;
  return times((to - from) / (height * 0.42), (index) => {
    const size = height * random.between(0.55, 1);
    const x = from + index * height * 0.42;
    return ellipse(
      x,
      y - size * 0.45,
      size * 0.42,
      size * 0.6,
      index % 3 ? kit.dim(palette.leaf, depth) : kit.tone(palette.leaf, depth),
    );
  });
}

/** Blades along the bottom edge. */
export function grass(kit: Kit, y: number, height: number, color: string): string {
  const { random } = kit;
  return times(170, () => {
    const x = random.between(-10, WIDTH);
    const lean = random.between(-26, 26);
    return path(
      `M${n(x)} ${n(y)}q${n(lean * 0.2)} ${n(-height * 0.6)} ${n(lean)} ${n(-height * random.between(0.5, 1.1))}q${n(-lean * 0.4)} ${n(height * 0.5)} ${n(8 - lean)} ${n(height)}z`,
      color,
    );
  });
}

/** A leafy branch growing from (0, 0) towards positive x; place it with `at`. */
export function branch(kit: Kit, leaf: string, wood: string, blossom?: string): string {
  const { random } = kit;
  const twig = (length: number, angle: number): string => {
    const leaves = times(length / 13, (index) => {
      const along = 26 + index * 13;
      const turn = (index % 2 ? 42 : -42) + random.between(-18, 18);
      const shape = blossom
        ? circle(0, random.between(-9, 9), random.between(6, 12), index % 3 ? blossom : leaf)
        : path('M0 0Q17 -12 38 0Q17 12 0 0z', index % 3 ? leaf : wood);
      return `<g transform="translate(${n(along)} ${n(Math.sin(along / 60) * 5)}) rotate(${n(turn)})">${shape}</g>`;
    });
    return `<g transform="rotate(${n(angle)})">${stroke(`M0 0Q${length / 2} 10 ${length} 0`, wood, 5)}${leaves}</g>`;
  };
  const twigs = [0, 70, 150, 215, 285].map((along, index) =>
    at(along, along * 0.12, 1, twig(240 - index * 22, index % 2 ? -24 : 34)),
  );
  return stroke('M-60 -20Q150 0 340 46', wood, 11) + twig(330, 10) + twigs.join('');
}

/** A pot with a plant in it: upright leaves, about 100 high. */
export function pottedPlant(kit: Kit, x: number, y: number, scale: number, pot: string): string {
  const { random, palette } = kit;
  const leaves = times(11, (index) => {
    const lean = (index - 5) * 7 + random.between(-4, 4);
    return path(
      `M0 -34Q${n(lean * 0.4)} -70 ${n(lean)} ${n(-92 + Math.abs(lean) * 0.6)}Q${n(lean * 0.9 + 8)} -60 4 -34z`,
      index % 2 ? kit.tone(palette.leaf) : kit.dim(palette.leaf),
    );
  });
  return at(
    x,
    y,
    scale,
    leaves +
      polygon(
        [
          [-20, -38],
          [20, -38],
          [15, 0],
          [-15, 0],
        ],
        kit.tone(pot),
      ) +
      rect(-22, -42, 44, 8, kit.lit(pot)),
  );
}
