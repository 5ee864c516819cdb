import type { Kit } from '../../kit.ts';
import { at, n, path, rect, stroke, times } from '../../svg.ts';
import { windows } from '../../town.ts';

/** The Opera House from the water, 620 wide at scale 1: two rows of shells on the podium. */
export function operaHouse(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const tile = '#f6efe0';
  const shell = (left: number, width: number, height: number) => {
    const outer = `M${left} -46C${left + width * 0.04} ${-46 - height * 0.62} ${left + width * 0.42} ${-46 - height * 0.98} ${left + width * 1.02} ${-46 - height}C${left + width * 0.72} ${-46 - height * 0.66} ${left + width * 0.74} ${-46 - height * 0.3} ${left + width * 0.8} -46z`;
    const mouth = `M${left + width * 1.02} ${-46 - height}C${left + width * 0.72} ${-46 - height * 0.66} ${left + width * 0.74} ${-46 - height * 0.3} ${left + width * 0.8} -46H${left + width * 0.98}C${left + width * 0.92} ${-46 - height * 0.4} ${left + width * 0.94} ${-46 - height * 0.7} ${left + width * 1.02} ${-46 - height}z`;
    const ribs = times(4, (index) =>
      stroke(
        `M${n(left + width * (0.12 + index * 0.17))} -46Q${n(left + width * (0.22 + index * 0.14))} ${n(-46 - height * 0.62)} ${n(left + width * 0.98)} ${n(-46 - height * 0.98)}`,
        kit.dim(tile, depth),
        1.2,
        'stroke-opacity="0.45"',
      ),
    );
    return (
      path(outer, kit.lit(tile, depth)) +
      path(
        `M${left} -46C${left + width * 0.04} ${-46 - height * 0.62} ${left + width * 0.42} ${-46 - height * 0.98} ${left + width * 1.02} ${-46 - height}C${left + width * 0.5} ${-46 - height * 0.8} ${left + width * 0.28} ${-46 - height * 0.4} ${left + width * 0.3} -46z`,
        kit.dim(tile, depth),
        `fill-opacity="${kit.sun[0] > x ? 0.55 : 0.14}"`,
      ) +
      ribs +
      path(mouth, kit.light.lamps > 0.3 ? '#f2b95e' : kit.dim('#7a5f50', depth))
    );
  };
  const back = (left: number, width: number, height: number) => at(left, 0, 1, shell(0, width, height), -1);
  const hall = shell(-150, 118, 128) + shell(-70, 150, 186) + shell(36, 170, 236) + back(300, 96, 120);
  const second = shell(-262, 84, 92) + shell(-206, 104, 132) + back(-70, 66, 74);
  const podium =
    path('M-310 0L-290 -50H300L320 0z', kit.tone('#b89a82', depth)) +
    rect(-300, -30, 612, 5, kit.dim('#b89a82', depth)) +
    rect(-316, -6, 640, 12, kit.dim('#8a7362', depth)) +
    windows(kit, -270, -24, [30, 1], [11, 10], [18, 10], depth);
  return at(x, y, scale, second + hall + podium);
}

/** The Harbour Bridge: one steel arch, the deck hung from it, granite pylons at both ends. */
export function harbourArch(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const steel = '#5f6a74';
  const top = (share: number) => -70 - Math.sin(share * Math.PI) * 190;
  const low = (share: number) => -6 - Math.sin(share * Math.PI) * 206;
  const count = 26;
  const web = times(count, (index) => {
    const [a, b] = [index / count, (index + 1) / count];
    const [xa, xb] = [-400 + a * 800, -400 + b * 800];
    return `M${n(xa)} ${n(top(a))}L${n(xb)} ${n(low(b))}M${n(xa)} ${n(low(a))}L${n(xa)} ${n(top(a))}`;
  });
  const curve = (height: (share: number) => number) =>
    times(
      count + 1,
      (index) => `${index ? 'L' : 'M'}${n(-400 + (index / count) * 800)} ${n(height(index / count))}`,
    );
  const hangers = times(count - 5, (index) => {
    const share = (index + 3) / count;
    return `M${n(-400 + share * 800)} ${n(low(share))}V-78`;
  });
  const pylon = (px: number) =>
    rect(px - 26, -150, 52, 156, kit.tone('#b8a890', depth)) +
    rect(px + 6, -150, 20, 156, kit.dim('#b8a890', depth)) +
    rect(px - 30, -156, 60, 10, kit.lit('#c9bba4', depth)) +
    rect(px - 6, -136, 12, 44, kit.dim('#8a7c68', depth));
  const deck =
    rect(-1200, -82, 2400, 12, kit.tone(steel, depth)) + rect(-1200, -70, 2400, 4, kit.dim(steel, depth));
  return at(
    x,
    y,
    scale,
    stroke(web, kit.tone(steel, depth), 3) +
      stroke(hangers, kit.tone(steel, depth), 2) +
      stroke(curve(top), kit.dim(steel, depth), 8) +
      stroke(curve(low), kit.dim(steel, depth), 9) +
      deck +
      [-436, -392, 392, 436].map(pylon).join(''),
  );
}

export function ferryGreen(kit: Kit, x: number, y: number, scale: number): string {
  return at(
    x,
    y,
    scale,
    path('M-96 8Q-190 12 -250 14Q-160 18 -90 14z', '#ffffff', 'fill-opacity="0.4"') +
      rect(-60, -64, 120, 22, kit.lit('#f3e3b0')) +
      rect(-84, -42, 168, 24, kit.tone('#f3e3b0')) +
      windows(kit, -76, -36, [12, 1], [8, 11], [13, 10]) +
      windows(kit, -52, -58, [8, 1], [8, 10], [13, 10]) +
      path('M-100 -18H100L92 6Q88 10 80 10H-80Q-88 10 -92 6z', kit.dim('#2f6a4a')) +
      rect(-10, -86, 20, 23, kit.tone('#2f6a4a')),
  );
}
