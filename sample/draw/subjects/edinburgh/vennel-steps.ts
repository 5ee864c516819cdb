import type { Kit } from '../../kit.ts';
import { underUmbrella } from '../../people.ts';
import { treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { lantern } from '../../town.ts';
import { castleRock } from './landmarks.ts';

export function vennelSteps(kit: Kit): string {
  const castle = castleRock(kit, 800, 660, 1.75, 0.3) + treeline(kit, 280, 1320, 690, 60, 0.32);
  const steps = times(13, (index) => {
    const y = 690 + (index / 13) ** 1.35 * 390;
    const half = 190 + (index / 13) ** 1.35 * 430;
    const height = 12 + index * 3;
    return (
      rect(800 - half, y, half * 2, height, kit.lit('#8d857a', 0.14 - index * 0.01)) +
      rect(800 - half, y + height, half * 2, height * 1.4, kit.dim('#6d665e', 0.14 - index * 0.01))
    );
  });
  const wall = (side: 1 | -1) => {
    const color = side * (kit.sun[0] - 800) > 0 ? kit.dim('#8a8073') : kit.tone('#8a8073');
    const face = polygon(
      [
        [800 + side * 186, 700],
        [800 + side * 196, 520],
        [800 + side * 430, 330],
        [800 + side * 840, 40],
        [800 + side * 840, 1090],
        [800 + side * 640, 1090],
      ],
      color,
    );
    const courses = times(70, () => {
      const share = kit.random.next();
      const x = 800 + side * (210 + share * 590);
      const y = 540 - share * 400 + kit.random.next() * (200 + share * 760);
      return rect(x, y, 20 + share * 46, 9 + share * 18, kit.light.shade, 'fill-opacity="0.13" rx="3"');
    });
    return face + courses;
  };
  const rail =
    stroke('M798 720L790 1067', kit.ink(), 8) +
    times(5, (index) =>
      rect(793 - index * 1.4, 740 + index * index * 15, 7 + index, 90 + index * 12, kit.ink()),
    );
  return (
    castle +
    mist(700, 150, 0.5) +
    rect(0, 688, WIDTH, 400, kit.dim('#6d665e')) +
    steps +
    wall(-1) +
    wall(1) +
    rail +
    lantern(kit, 1090, 880, 420, kit.ink()) +
    underUmbrella(640, 930, 190, kit.ink(), kit.tone('#8f3b4a'))
  );
}
