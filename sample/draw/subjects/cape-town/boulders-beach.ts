import { breakers, ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, path, stroke, times } from '../../svg.ts';

/** A round granite boulder with its foot at y, lit from above. */
function boulder(kit: Kit, x: number, y: number, rx: number, ry: number, depth: number): string {
  const [left, right, top, waist] = [x - rx, x + rx, y - ry * 1.5, y - ry * 0.4];
  const crown = `C${left} ${y - ry * 1.3} ${x - rx * 0.5} ${top} ${x} ${top}`;
  const fall = `C${x + rx * 0.6} ${top} ${right} ${y - ry * 1.05} ${right} ${waist}`;
  const foot = `C${right} ${y + ry * 0.1} ${x + rx * 0.6} ${y + ry * 0.08} ${x} ${y + ry * 0.08}`;
  return (
    ellipse(x, y + ry * 0.06, rx * 1.02, ry * 0.12, kit.light.shade, 'fill-opacity="0.3"') +
    path(
      `M${left} ${waist}${crown}${fall}${foot}C${x - rx * 0.6} ${y + ry * 0.08} ${left} ${y + ry * 0.1} ${left} ${waist}z`,
      kit.tone('#b3a594', depth),
    ) +
    path(
      `M${x + rx * 0.2} ${top + ry * 0.04}${`C${x + rx * 0.68} ${top + ry * 0.1} ${right} ${y - ry * 1.05} ${right} ${waist}`}${foot}C${x + rx * 0.66} ${y - ry * 0.3} ${x + rx * 0.62} ${y - ry * 1.1} ${x + rx * 0.2} ${top + ry * 0.04}z`,
      kit.dim('#a09282', depth),
    ) +
    path(
      `M${x - rx * 0.86} ${y - ry * 0.8}Q${x - rx * 0.6} ${y - ry * 1.4} ${x + rx * 0.05} ${y - ry * 1.42}Q${x - rx * 0.3} ${y - ry * 1.2} ${x - rx * 0.86} ${y - ry * 0.8}z`,
      kit.lit('#d3c7b4', depth),
    )
  );
}

export function bouldersBeach(kit: Kit): string {
  const penguin = (x: number, y: number, scale: number, facing: 1 | -1) =>
    at(
      x,
      y,
      scale,
      ellipse(4, 1, 30, 5, kit.light.shade, 'fill-opacity="0.35"') +
        path(
          'M-22 -4Q-32 -60 -12 -92Q-4 -112 10 -110Q24 -108 26 -96L40 -90L25 -86Q34 -50 22 -4z',
          kit.dim('#1c1f26'),
        ) +
        path('M-6 -4Q-12 -50 4 -80Q22 -70 24 -40Q25 -14 18 -4z', kit.lit('#f6f4ee')) +
        stroke('M2 -74Q16 -70 20 -40Q21 -20 18 -8', kit.dim('#1c1f26'), 5) +
        path('M4 -98Q12 -106 20 -98Q14 -92 4 -98z', kit.tone('#f0a0a8')) +
        circle(16, -97, 2.6, '#0d0d12') +
        path('M-20 -70Q-40 -44 -32 -18Q-22 -30 -16 -60z', kit.dim('#1c1f26')) +
        path('M-12 0h16l4 -6h-18zM10 0h16l2 -6h-16z', kit.dim('#2a2420')),
      scale * facing,
    );
  const birds = [
    [420, 960, 1.3, 1],
    [560, 990, 1.55, 1],
    [690, 950, 1.15, -1],
    [980, 1000, 1.7, -1],
    [1090, 950, 1.1, 1],
    [1230, 985, 1.4, -1],
    [860, 930, 0.9, 1],
    [300, 920, 0.85, 1],
  ] as const;
  const sand =
    path('M-20 890Q400 870 800 900T1640 880V1080H-20z', kit.tone('#ead9b4')) +
    path('M-20 1000Q500 980 900 1020T1640 1000V1080H-20z', kit.dim('#d9c49c'), 'fill-opacity="0.6"');
  return (
    ridge(kit, 690, 90, kit.tone('#7d8a94', 0.76), 1.2) +
    mist(704, 80, 0.5) +
    water(kit, 696, { to: 900 }) +
    boulder(kit, 1260, 790, 130, 70, 0.16) +
    boulder(kit, 1420, 830, 210, 130, 0.08) +
    boulder(kit, 190, 820, 230, 140, 0.08) +
    boulder(kit, 470, 830, 130, 60, 0.12) +
    breakers(kit, 826, 884, 4) +
    sand +
    boulder(kit, 60, 1010, 240, 190, 0) +
    boulder(kit, 1570, 1030, 230, 210, 0) +
    boulder(kit, 1330, 930, 90, 46, 0) +
    birds.map(([x, y, scale, facing]) => penguin(x, y, scale, facing)).join('') +
    times(40, () =>
      ellipse(
        kit.random.between(240, 1340),
        kit.random.between(930, 1050),
        7,
        2.4,
        kit.light.shade,
        'fill-opacity="0.22"',
      ),
    )
  );
}
