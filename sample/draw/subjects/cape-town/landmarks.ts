import type { Kit } from '../../kit.ts';
import { at, path, polygon, stroke, times } from '../../svg.ts';

/** Devil's Peak, the Table, Lion's Head: 1500 wide at scale 1, the feet at y. */
export function tableMountain(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const rock = '#6d6a72';
  const mass = path(
    'M-760 0L-640 -70L-560 -120L-490 -210L-450 -262L-420 -240L-390 -190L-350 -180L-322 -236L-306 -262L290 -270L306 -244L330 -190L390 -120L450 -96L520 -130L560 -206L584 -226L610 -200L650 -110L700 -60L780 0z',
    kit.tone(rock, depth),
  );
  const shade = path(
    'M-450 -262L-420 -240L-390 -190L-350 -180L-400 -90L-470 0H-560Q-470 -120 -450 -262zM584 -226L610 -200L650 -110L700 -60L780 0H600Q640 -120 584 -226zM290 -270L306 -244L330 -190L390 -120L450 -96L440 0H330Q330 -140 290 -270z',
    kit.dim(rock, depth),
  );
  const buttress = times(19, (index) => {
    const left = -292 + index * 31;
    return polygon(
      [
        [left, -256],
        [left + 13, -258],
        [left + 22, -150 + (index % 3) * 18],
        [left + 4, -110 + (index % 4) * 14],
        [left - 4, -170],
      ],
      kit.dim(rock, depth),
      'fill-opacity="0.6"',
    );
  });
  const ledge = path(
    'M-350 -150Q0 -118 340 -150L420 -90Q200 -60 0 -70T-420 -90z',
    kit.tone('#7d8a68', depth),
    'fill-opacity="0.8"',
  );
  return at(
    x,
    y,
    scale,
    mass + ledge + buttress + shade + stroke('M-306 -262L290 -270', kit.lit(rock, depth), 3),
  );
}
