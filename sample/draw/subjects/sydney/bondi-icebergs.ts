import { breakers, ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, path, polygon, stroke, times } from '../../svg.ts';
import { houses } from '../../town.ts';

export function bondiIcebergs(kit: Kit): string {
  const sea = ridge(kit, 540, 60, kit.tone('#7d8f84', 0.66), 1.1) + water(kit, 536, { to: 900 });
  const beach =
    path('M1640 560Q1300 560 1130 590Q1240 620 1640 630z', kit.lit('#f0dcae', 0.3)) +
    houses(kit, {
      from: 1180,
      to: 1640,
      y: 566,
      height: [16, 40],
      width: [26, 50],
      depth: 0.46,
      roof: 'flat',
    });
  const pool =
    polygon(
      [
        [330, 800],
        [1330, 740],
        [1640, 930],
        [1640, 1000],
        [420, 1080],
        [100, 1080],
      ],
      kit.lit('#4fc4c9'),
    ) +
    times(9, (index) =>
      stroke(
        `M${420 + index * 108} ${800 - index * 6}L${330 + index * 160} 1080`,
        kit.dim('#2a8fa0'),
        4,
        'stroke-opacity="0.65"',
      ),
    ) +
    times(26, () =>
      ellipse(
        kit.random.between(360, 1500),
        kit.random.between(820, 1040),
        kit.random.between(20, 60),
        3,
        '#ffffff',
        'fill-opacity="0.45"',
      ),
    );
  const edge =
    stroke('M100 1080L330 800L1330 740L1640 930', kit.lit('#f6f2e8'), 28) +
    stroke('M112 1084L338 812L1326 754L1640 944', kit.dim('#b8b0a0'), 7);
  const splash =
    times(90, () => {
      const along = kit.random.next();
      const high = kit.random.next() ** 2 * 190;
      return circle(
        330 + along * 620 + kit.random.between(-20, 20),
        798 - along * 37 - high,
        kit.random.between(3, 15) * (1 - high / 260),
        '#ffffff',
        'fill-opacity="0.8"',
      );
    }) +
    path(
      'M330 800Q360 690 440 720Q500 620 580 690Q660 610 720 700Q820 660 860 726Q920 730 950 764L330 802z',
      '#ffffff',
      'fill-opacity="0.72"',
    );
  const swimmer = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      ellipse(0, 0, 60, 10, '#ffffff', 'fill-opacity="0.5"') +
        stroke('M-44 -2H16', kit.tone('#c98a66'), 13) +
        circle(28, -6, 11, kit.tone('#ff8a3c')) +
        stroke('M12 -4Q30 -34 52 -10', kit.tone('#c98a66'), 8),
    );
  return (
    sea +
    beach +
    breakers(kit, 590, 780, 6) +
    mist(580, 80, 0.4) +
    pool +
    edge +
    splash +
    swimmer(780, 900, 1.2) +
    swimmer(1140, 880, 1) +
    swimmer(640, 1010, 1.5) +
    person(1390, 800, 130, kit.ink(), kit.tone('#ff8a3c')) +
    person(250, 1000, 190, kit.ink())
  );
}
