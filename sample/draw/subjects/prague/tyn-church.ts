import { paving } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple, walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, circle, path, polygon, rect, times } from '../../svg.ts';
import { houses, lantern, windows } from '../../town.ts';

export function tynChurch(kit: Kit): string {
  const stone = '#6f6254';
  const spire = (dx: number) =>
    rect(dx - 52, -440, 104, 450, kit.tone(stone, 0.12)) +
    rect(dx + 14, -440, 38, 450, kit.dim(stone, 0.12), 'fill-opacity="0.7"') +
    times(3, (row) => path(`M${dx - 18} ${-300 - row * 48}v-26q18 -22 36 0v26z`, kit.pane(0.1))) +
    polygon(
      [
        [dx - 54, -440],
        [dx - 30, -500],
        [dx, -720],
        [dx + 30, -500],
        [dx + 54, -440],
      ],
      kit.dim('#454b55', 0.1),
    ) +
    [-52, 52]
      .map((corner) =>
        polygon(
          [
            [dx + corner - 13, -430],
            [dx + corner, -540],
            [dx + corner + 13, -430],
          ],
          kit.dim('#454b55', 0.1),
        ),
      )
      .join('') +
    [-26, 26]
      .map((corner) =>
        polygon(
          [
            [dx + corner - 10, -510],
            [dx + corner, -610],
            [dx + corner + 10, -510],
          ],
          kit.dim('#454b55', 0.1),
        ),
      )
      .join('') +
    circle(dx, -726, 7, kit.lit('#e0ab3c'));
  const nave =
    polygon(
      [
        [-60, 0],
        [-60, -330],
        [0, -420],
        [60, -330],
        [60, 0],
      ],
      kit.tone(stone, 0.1),
    ) +
    path('M-30 -200V-280Q0 -330 30 -280V-200z', kit.pane(0.1)) +
    circle(0, -366, 12, kit.lit('#e0ab3c'));
  const front = times(7, (index) => {
    const colors = ['#ecd9a9', '#e3b98a', '#f0e3cc', '#e8a98f', '#cbd3b8', '#f0d9b0', '#d9b0a0'];
    const x = -40 + index * 240;
    const height = 230 + (index % 3) * 34;
    const wall = colors[index] ?? '#ecd9a9';
    const top = 850 - height;
    const gable =
      path(
        `M${x} ${top}Q${x + 30} ${top - 10} ${x + 50} ${top - 60}Q${x + 80} ${top - 70} ${x + 120} ${top - 116}Q${x + 160} ${top - 70} ${x + 190} ${top - 60}Q${x + 210} ${top - 10} ${x + 240} ${top}z`,
        kit.lit(wall),
      ) + circle(x + 120, top - 44, 15, kit.pane());
    return (
      rect(x, top, 240, height + 30, kit.tone(wall)) +
      gable +
      rect(x, top - 4, 240, 9, kit.lit('#fff5e0')) +
      windows(kit, x + 26, top + 24, [4, 2], [30, 56], [52, 84]) +
      times(2, (arch) => path(`M${x + 20 + arch * 112} 880v-70a44 40 0 0 1 88 0v70z`, kit.dim('#4a3d34')))
    );
  });
  return (
    houses(kit, {
      from: -20,
      to: 1640,
      y: 720,
      height: [40, 90],
      width: [60, 110],
      depth: 0.4,
      roof: 'gable',
    }) +
    mist(720, 200, 0.4) +
    at(860, 760, 1, spire(-130) + spire(130) + nave) +
    front +
    paving(kit, 872, '#a39a8c') +
    lantern(kit, 330, 1000, 460, kit.ink()) +
    couple(600, 960, 120, kit.ink(), kit.tone('#b8473d')) +
    walker(980, 1000, 160, kit.ink(), kit.tone('#3f5f86')) +
    walker(1250, 950, 110, kit.ink())
  );
}
