import { mix } from './color.ts';
import type { Kit } from './kit.ts';
import { couple, gull, photographer } from './people.ts';
import { branch, grass } from './plants.ts';
import { at, HEIGHT, rect, stroke, times, verticalGradient, WIDTH } from './svg.ts';

/** What stands between the viewer and the place. */
export type Framing =
  | 'leaves-left'
  | 'leaves-right'
  | 'blossom-left'
  | 'blossom-right'
  | 'railing'
  | 'photographer-left'
  | 'photographer-right'
  | 'couple'
  | 'grass'
  | 'gulls'
  | 'dusk-below';

export function drawFraming(kit: Kit, framing: Framing): string {
  const ink = kit.ink();
  switch (framing) {
    case 'leaves-left':
      return at(-20, 30, 1.25, branch(kit, kit.dim(kit.palette.leaf), ink));
    case 'leaves-right':
      return at(WIDTH + 20, 24, 1.25, branch(kit, kit.dim(kit.palette.leaf), ink), -1.25);
    case 'blossom-left':
      return at(-20, 20, 1.2, branch(kit, kit.lit('#f8d4da'), kit.dim('#4b3434'), kit.tone('#f2a8b8')));
    case 'blossom-right':
      return at(
        WIDTH + 20,
        26,
        1.2,
        branch(kit, kit.lit('#f8d4da'), kit.dim('#4b3434'), kit.tone('#f2a8b8')),
        -1.2,
      );
    case 'railing':
      return railing(ink);
    case 'photographer-left':
      return ledge(ink, -60, 520) + photographer(210, HEIGHT - 46, 235, ink, 1);
    case 'photographer-right':
      return ledge(ink, WIDTH - 460, 520) + photographer(WIDTH - 210, HEIGHT - 46, 235, ink, -1);
    case 'couple':
      return ledge(ink, 980, 560) + couple(1230, HEIGHT - 40, 190, ink);
    case 'grass':
      return grass(kit, HEIGHT + 20, 120, ink) + grass(kit, HEIGHT + 30, 90, kit.dim(kit.palette.leaf));
    case 'gulls':
      return times(6, (index) =>
        gull(kit.random.between(180, 1400), kit.random.between(120, 420), 0.35 + index * 0.09, kit.ink(0.25)),
      );
    case 'dusk-below':
      return duskBelow(kit);
  }
}

/** Darkens the lower third, where a city's name stands in white. */
function duskBelow({ light }: Kit): string {
  const dark = mix(light.shade, '#05060a', 0.35);
  const gradient = verticalGradient('below', [
    [0, dark, 0],
    [0.4, dark, 0.5],
    [1, dark, 0.84],
  ]);
  return `<defs>${gradient}</defs>` + rect(0, 560, WIDTH, HEIGHT - 560, 'url(#below)');
}

function railing(ink: string): string {
  const bars = times(41, (index) => rect(index * 40 - 4, HEIGHT - 128, 7, 130, ink));
  const scrolls = times(20, (index) =>
    stroke(`M${index * 80 + 6} ${HEIGHT - 70}q17 -40 34 0q17 40 34 0`, ink, 4),
  );
  return rect(0, HEIGHT - 140, WIDTH, 15, ink) + rect(0, HEIGHT - 22, WIDTH, 24, ink) + bars + scrolls;
}

/** A low rise of ground for a figure to stand on, so that it never floats. */
function ledge(ink: string, x: number, width: number): string {
  const y = HEIGHT - 52;
  return `<path d="M${x} ${HEIGHT}Q${x + width * 0.12} ${y + 6} ${x + width * 0.5} ${y}T${x + width} ${HEIGHT}z" fill="${ink}"/>`;
}
