import { mix } from './color.ts';
import type { Kit } from './kit.ts';
import type { Hour } from './light.ts';
import {
  at,
  circle,
  ellipse,
  faded,
  HEIGHT,
  path,
  radialGradient,
  rect,
  stroke,
  times,
  verticalGradient,
  WIDTH,
} from './svg.ts';

/** Where most pictures have their horizon; the sky's gradient ends here. */
export const HORIZON = 720;

export function drawSky(kit: Kit, hour: Hour): string {
  const [zenith, high, low, horizon] = kit.light.sky;
  const stops = [
    [0, zenith],
    [0.4, high],
    [0.76, low],
    [1, horizon],
  ] as const;
  const defs = `<defs>${verticalGradient('sky', stops)}${glowGradients(kit)}</defs>`;
  const ground = rect(0, HORIZON - 1, WIDTH, HEIGHT - HORIZON + 1, horizon);
  return (
    defs + rect(0, 0, WIDTH, HORIZON, 'url(#sky)') + ground + stars(kit) + disc(kit, hour) + clouds(kit, hour)
  );
}

function glowGradients({ light }: Kit): string {
  const cloudTop = mix(light.sky[3], '#ffffff', 0.55);
  return (
    radialGradient('glow', [
      [0, light.glow, 0.85],
      [0.18, light.glow, 0.5],
      [0.5, light.glow, 0.16],
      [1, light.glow, 0],
    ]) +
    radialGradient('lamp', [
      [0, '#ffe2a0', 0.9],
      [0.25, '#ffc86a', 0.38],
      [1, '#ffb04a', 0],
    ]) +
    verticalGradient('cloud', [
      [0, cloudTop, 0.95],
      [0.7, light.sky[2], 0.6],
      [1, light.sky[2], 0],
    ]) +
    verticalGradient('veil', [
      [0, light.haze, 0],
      [0.65, light.haze, 1],
      [1, light.haze, 0],
    ])
  );
}

function stars({ light, random }: Kit): string {
  return times(150 * light.stars, () => {
    const size = random.next() ** 4 * 2.6 + 0.7;
    const height = random.next() ** 1.4 * HORIZON * 0.82;
    return circle(
      random.between(0, WIDTH),
      height,
      size,
      '#fff8e6',
      `fill-opacity="${random.between(0.35, 1).toFixed(2)}"`,
    );
  });
}

function disc({ light, sun: [x, y] }: Kit, hour: Hour): string {
  const glow = (radius: number, opacity: number) =>
    circle(x, y, radius, 'url(#glow)', `fill-opacity="${opacity}"`);
  switch (hour) {
    case 'mist':
      return glow(760, 0.8) + circle(x, y, 44, light.disc, 'fill-opacity="0.65"');
    case 'night':
      return glow(420, 0.6) + moon(x, y, light.disc);
    case 'blue':
      return glow(760, 0.7);
    case 'dawn':
    case 'morning':
    case 'day':
    case 'golden':
    case 'sunset':
      return (
        glow(760, 1) + circle(x, y, 78, light.disc, 'fill-opacity="0.25"') + circle(x, y, 50, light.disc)
      );
  }
}

function moon(x: number, y: number, color: string): string {
  const grey = mix(color, '#93a3c4', 0.45);
  const seas =
    circle(-12, -8, 13, grey) +
    circle(12, 10, 9, grey) +
    circle(9, -16, 5, grey) +
    ellipse(-6, 17, 10, 6, grey);
  return at(
    x,
    y,
    1,
    circle(0, 0, 62, color, 'fill-opacity="0.14"') + circle(0, 0, 42, color) + faded(0.45, seas),
  );
}

function clouds(kit: Kit, hour: Hour): string {
  if (hour === 'day' || hour === 'morning') {
    return times(4, (index) =>
      cumulus(kit, kit.random.between(-120, WIDTH), 130 + index * 115, 1.15 - index * 0.22),
    );
  }
  const count = { dawn: 10, golden: 9, sunset: 13, blue: 7, night: 4, mist: 6 }[hour];
  return times(count, () => streak(kit, hour));
}

/** A heap of round tops over a flat base. */
export function cumulus({ random }: Kit, x: number, y: number, scale: number): string {
  const bumps = [40, 62, 90, 70, 104, 66, 44].map((radius) => radius * random.between(0.8, 1.2));
  const outline = bumps.map(
    (radius) =>
      `a${radius.toFixed(0)} ${(radius * 0.92).toFixed(0)} 0 0 1 ${(radius * 1.25).toFixed(0)} ${random.between(-14, 14).toFixed(0)}`,
  );
  return at(
    x,
    y,
    scale * 0.8,
    path(`M0 0${outline.join('')}l60 30h-700z`, 'url(#cloud)', 'fill-opacity="0.85"'),
  );
}

/** A long thin cloud, lit from below while the sun is low. */
function streak({ light, random, sun }: Kit, hour: Hour): string {
  const y = random.between(60, 600);
  const width = random.between(260, 760);
  const x = random.between(-200, WIDTH - 100);
  const height = random.between(7, 22);
  const near = 1 - Math.min(1, Math.abs(x + width / 2 - sun[0]) / 1100);
  const color = mix(
    light.sky[y < 260 ? 1 : 2],
    hour === 'night' ? light.sky[3] : light.glow,
    0.3 + near * 0.55,
  );
  const opacity = hour === 'night' ? 0.28 : random.between(0.3, 0.62);
  const shape = `M${x} ${y}q${width * 0.3} ${-height} ${width * 0.55} ${-height * 0.5}q${width * 0.25} ${-height * 0.9} ${width * 0.45} ${height * 0.7}q${-width * 0.5} ${height * 0.8} ${-width} ${-height * 0.2}z`;
  return path(shape, color, `fill-opacity="${opacity.toFixed(2)}"`);
}

/** A band of haze between two layers: it is what sets them apart. */
export function mist(y: number, height: number, opacity: number): string {
  return rect(0, y - height, WIDTH, height * 1.5, 'url(#veil)', `fill-opacity="${opacity}"`);
}

/** The soft pool of light around a lamp. */
export function lampGlow(kit: Kit, x: number, y: number, radius: number): string {
  const strength = 0.25 + kit.light.lamps * 0.75;
  return circle(x, y, radius, 'url(#lamp)', `fill-opacity="${strength.toFixed(2)}"`);
}

/** Sunbeams from the sun down to the right or the left of it. */
export function beams({ sun: [x, y], light }: Kit, angles: readonly number[], length = 1500): string {
  const beam = (angle: number) =>
    stroke(
      `M${x} ${y}l${(Math.cos(angle) * length).toFixed(0)} ${(Math.sin(angle) * length).toFixed(0)}`,
      light.key,
      46,
      'stroke-opacity="0.09"',
    );
  return angles.map(beam).join('');
}

/** Lays the sun's bloom over whatever stands before it. */
export function bloom({ sun: [x, y] }: Kit, hour: Hour): string {
  if (hour === 'night' || hour === 'blue') return '';
  return circle(x, y, 480, 'url(#glow)', 'fill-opacity="0.26"');
}
