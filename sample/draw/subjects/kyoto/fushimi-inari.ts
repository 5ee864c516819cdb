import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, circle, HEIGHT, path, polygon, rect, times, WIDTH } from '../../svg.ts';

/** A vermilion gate seen head on, 200 wide at scale 1. */
function torii(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const red = '#d8432a';
  const pillar = (side: 1 | -1) =>
    polygon(
      [
        [side * 78 - 9, 0],
        [side * 72 - 8, -190],
        [side * 72 + 8, -190],
        [side * 78 + 9, 0],
      ],
      kit.tone(red, depth),
    ) +
    polygon(
      [
        [side * 78 + 2, 0],
        [side * 72 + 2, -190],
        [side * 72 + 8, -190],
        [side * 78 + 9, 0],
      ],
      kit.dim(red, depth),
    ) +
    rect(side * 78 - 11, -26, 22, 26, kit.dim('#1f1a1a', depth));
  const beams_ =
    rect(-92, -162, 184, 13, kit.tone(red, depth)) +
    path('M-112 -200Q0 -186 112 -200L108 -178Q0 -170 -108 -178z', kit.lit(red, depth)) +
    path('M-118 -212Q0 -196 118 -212L112 -198Q0 -184 -112 -198z', kit.dim('#26201f', depth)) +
    rect(-9, -180, 18, 22, kit.dim('#26201f', depth));
  return at(x, y, scale, pillar(1) + pillar(-1) + beams_);
}

export function fushimiInari(kit: Kit): string {
  const forest =
    rect(0, 0, WIDTH, HEIGHT, kit.dim('#31523c')) +
    circle(800, 470, 620, 'url(#glow)') +
    times(34, () => {
      const x = kit.random.between(0, WIDTH);
      return rect(x, 0, kit.random.between(10, 34), 900, kit.dim('#2c3d30', kit.random.between(0, 0.4)));
    }) +
    times(26, () =>
      circle(
        kit.random.between(0, WIDTH),
        kit.random.between(-40, 330),
        kit.random.between(60, 150),
        kit.tone('#46704a', kit.random.between(0, 0.3)),
        'fill-opacity="0.7"',
      ),
    );
  const floor =
    path('M690 640H910L1500 1090H100z', kit.tone('#a8987f')) +
    times(16, (index) =>
      rect(0, 645 + index * index * 1.8, WIDTH, 3, kit.light.shade, 'fill-opacity="0.16"'),
    ) +
    path('M-20 700L690 640L100 1090H-20zM1620 700L910 640L1500 1090H1620z', kit.dim('#3f5a36'));
  const gates = times(15, (index) => {
    const near = (index + 1) / 15;
    const scale = 0.62 * 1.195 ** index;
    return torii(
      kit,
      800 + Math.sin((1 - near) * 2.4) * 46,
      652 + (1.195 ** index - 1) * 36,
      scale,
      0.62 * (1 - near) ** 0.8,
    );
  });
  return (
    forest +
    floor +
    mist(650, 120, 0.5) +
    gates +
    lanternStone(kit, 190, 1010, 1.5) +
    walker(812, 690, 62, kit.ink(0.2), kit.tone('#f4efe0'))
  );
}

function lanternStone(kit: Kit, x: number, y: number, scale: number): string {
  const stone = '#8d8a7f';
  return at(
    x,
    y,
    scale,
    rect(-34, -14, 68, 14, kit.dim(stone)) +
      rect(-11, -90, 22, 78, kit.tone(stone)) +
      rect(-30, -100, 60, 12, kit.lit(stone)) +
      rect(-23, -138, 46, 38, kit.tone(stone)) +
      rect(-12, -132, 24, 26, '#ffdf9e') +
      circle(0, -119, 60, 'url(#lamp)') +
      path('M-46 -136Q-20 -150 0 -176Q20 -150 46 -136z', kit.dim(stone)),
  );
}
