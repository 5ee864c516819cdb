import type { Framing } from './framing.ts';
import type { Hour } from './light.ts';
import type { CityPalette } from './palettes.ts';
import type { Subject } from './subjects.ts';
import type { Point } from './svg.ts';

/** One picture in words: what is seen, in which city's colours, at which hour. */
export interface Scene {
  readonly subject: Subject;
  readonly palette: CityPalette;
  readonly hour: Hour;
  /** Where the sun or the moon stands, on a picture of 1600 x 1067. */
  readonly sun: Point;
  readonly seed: number;
  readonly framing: readonly Framing[];
  /** The part of the picture that is kept, enlarged: left, top, width. All of it unless said otherwise. */
  readonly crop?: readonly [left: number, top: number, width: number];
}
