import { mix } from './color.ts';
import type { Kit } from './kit.ts';
import { HEIGHT, n, path, polygon, type Point, rect, times, verticalGradient, WIDTH } from './svg.ts';

/** A wavy ridge from edge to edge, filled down to the bottom. */
export function ridge(kit: Kit, y: number, height: number, color: string, waves = 2): string {
  const phase = kit.random.between(0, 6.28);
  const points: Point[] = [];
  for (let x = -20; x <= WIDTH + 20; x += 40) {
    const turn = (x / WIDTH) * Math.PI * 2 * waves;
    const wave =
      Math.sin(turn + phase) + 0.4 * Math.sin(turn * 2.3 + phase * 1.7) + 0.16 * Math.sin(turn * 5.1 + phase);
    points.push([x, y - (wave * 0.5 + 0.5) * height]);
  }
  return polygon([...points, [WIDTH + 20, HEIGHT], [-20, HEIGHT]], color);
}

export interface WaterOptions {
  readonly to?: number;
  /** False where the sun stands too high or behind something. */
  readonly glitter?: boolean;
  /** What is seen upside down in the water: things drawn with their feet at the waterline. */
  readonly mirrored?: string;
}

/** Water from `y` down: the sky's colour far off, its own near, with the sun's path on it. */
export function water(
  kit: Kit,
  y: number,
  { to = HEIGHT, glitter = true, mirrored = '' }: WaterOptions = {},
): string {
  const own = kit.tone(kit.palette.water);
  const id = `water${n(y)}`;
  const stops = [
    [0, mix(kit.light.sky[3], own, 0.38)],
    [0.35, mix(kit.light.sky[2], own, 0.62)],
    [1, mix(kit.dim(kit.palette.water), kit.light.sky[0], 0.35)],
  ] as const;
  const clip = `<clipPath id="${id}c"><rect x="0" y="${n(y)}" width="${WIDTH}" height="${n(to - y)}"/></clipPath>`;
  const upside =
    mirrored &&
    `<g clip-path="url(#${id}c)"><g opacity="0.42" transform="translate(0 ${n(y * 1.9)}) scale(1 -0.9)">${mirrored}</g></g>`;
  return (
    `<defs>${verticalGradient(id, stops)}${clip}</defs>` +
    rect(0, y, WIDTH, to - y, `url(#${id})`) +
    upside +
    ripples(kit, y, to) +
    (glitter ? sunPath(kit, y, to) : '')
  );
}

function dash(x: number, y: number, length: number, height: number, color: string, opacity: number): string {
  return path(
    `M${n(x)} ${n(y)}q${n(length / 2)} ${n(-height)} ${n(length)} 0q${n(-length / 2)} ${n(height)} ${n(-length)} 0z`,
    color,
    `fill-opacity="${n(opacity)}"`,
  );
}

function ripples({ random, light }: Kit, y: number, to: number): string {
  return times(110, (index) => {
    const near = random.next() ** 1.3;
    const length = 30 + near * random.between(60, 260);
    const color = index % 3 === 0 ? light.shade : light.sky[3];
    return dash(
      random.between(-80, WIDTH),
      y + 5 + near * (to - y - 8),
      length,
      1.5 + near * 7,
      color,
      random.between(0.12, 0.34),
    );
  });
}

function sunPath({ random, light, sun }: Kit, y: number, to: number): string {
  const color = mix(light.glow, light.disc, 0.6);
  return times(95, (index) => {
    const near = (index / 95) ** 1.5;
    const spread = 26 + near * 190;
    const length = (14 + near * 120) * random.between(0.4, 1.2);
    const x = sun[0] + random.between(-spread, spread) * random.next() - length / 2;
    return dash(
      x,
      y + 4 + near * (to - y - 10),
      length,
      2.4 + near * 8,
      color,
      random.between(0.35, 0.85) * (1 - near * 0.45),
    );
  });
}

/** Lines of surf that come in between two heights: thin and broken far off, broad near the beach. */
export function breakers(kit: Kit, from: number, to: number, count: number): string {
  return times(count, (index) => {
    const near = (index + 1) / count;
    const [phase, pace] = [kit.random.between(0, 6.28), kit.random.between(0.006, 0.011)];
    const y = from + (to - from) * (index / Math.max(1, count - 1)) ** 1.3;
    const crest: Point[] = [];
    const foot: Point[] = [];
    for (let x = -20; x <= WIDTH + 20; x += 30) {
      const swell = Math.sin(x * pace + phase) + 0.5 * Math.sin(x * pace * 2.7 + phase * 2);
      const breadth = Math.max(0.6, (swell + 0.7) * 9 * near);
      crest.push([x, y - swell * 5 * near - breadth / 2]);
      foot.push([x, y - swell * 5 * near + breadth / 2]);
    }
    return polygon(
      [...crest, ...foot.reverse()],
      kit.lit('#ffffff'),
      `fill-opacity="${n(0.35 + near * 0.4)}"`,
    );
  });
}

/** Paving that runs to one vanishing point: joints closer together as they get farther away. */
export function paving(kit: Kit, y: number, color: string, vanish: number = WIDTH / 2): string {
  const joint = kit.dim(color);
  const depth = HEIGHT - y;
  const across = times(7, (index) =>
    rect(0, y + depth * ((index + 1) / 8) ** 1.9, WIDTH, 1 + index * 0.5, joint, 'fill-opacity="0.4"'),
  );
  const along = times(25, (index) => {
    const x = -1600 + index * 200;
    return polygon(
      [
        [vanish + x * 0.34, y],
        [vanish + x * 1.25 - 2, HEIGHT],
        [vanish + x * 1.25 + 3, HEIGHT],
      ],
      joint,
      'fill-opacity="0.32"',
    );
  });
  const id = `paving${n(y)}`;
  const fill = verticalGradient(id, [
    [0, kit.lit(color, 0.25)],
    [1, kit.dim(color)],
  ]);
  return `<defs>${fill}</defs>` + rect(0, y, WIDTH, depth, `url(#${id})`) + across + along;
}

/** Ground with a gradient: lighter where it is far. */
export function ground(kit: Kit, y: number, color: string): string {
  const id = `ground${n(y)}`;
  return (
    `<defs>${verticalGradient(id, [
      [0, kit.lit(color, 0.15)],
      [1, kit.dim(color)],
    ])}</defs>` + rect(0, y, WIDTH, HEIGHT - y, `url(#${id})`)
  );
}
