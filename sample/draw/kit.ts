import { mix, multiply } from './color.ts';
import type { Light } from './light.ts';
import type { Palette } from './palettes.ts';
import type { Random } from './random.ts';
import type { Point } from './svg.ts';

/** What every painter is given: the light, the city's colours, the sun's place and a seeded random. */
export interface Kit {
  readonly light: Light;
  readonly palette: Palette;
  readonly sun: Point;
  readonly random: Random;
  /** A surface's colour under this light, at a depth from 0 (near) to 1 (lost in the haze). */
  tone(color: string, depth?: number): string;
  /** The same surface turned to the sun. */
  lit(color: string, depth?: number): string;
  /** The same surface turned away. */
  dim(color: string, depth?: number): string;
  /** The silhouette of something against the light. */
  ink(depth?: number): string;
  /** The fill of one window: warm if its lamp is on, otherwise glass. */
  pane(depth?: number): string;
}

export const LAMP = '#ffd383';

export function createKit(light: Light, palette: Palette, sun: Point, random: Random): Kit {
  const far = (color: string, depth: number) => mix(color, light.haze, depth * 0.92);
  const tone = (color: string, depth = 0) => far(multiply(color, light.ambient), depth);
  return {
    light,
    palette,
    sun,
    random,
    tone,
    lit: (color, depth = 0) => far(mix(multiply(color, light.ambient), light.key, 0.32), depth),
    dim: (color, depth = 0) => far(mix(multiply(color, light.ambient), light.shade, 0.42), depth),
    ink: (depth = 0) => far(mix(light.shade, '#05060a', 0.25), depth),
    pane: (depth = 0) =>
      random.next() < light.lamps * 0.8
        ? mix(LAMP, light.haze, depth * 0.5)
        : far(mix(multiply('#5b6a78', light.ambient), light.shade, 0.45), depth),
  };
}
