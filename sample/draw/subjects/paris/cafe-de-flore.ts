import { awning, glassFront, tableSet } from '../../cafe.ts';
import { paving } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { seated, walker } from '../../people.ts';
import { circle, rect, times, WIDTH } from '../../svg.ts';
import { slantShade } from '../../wall.ts';

export function cafeDeFlore(kit: Kit): string {
  const stone = '#e6d9c2';
  const upper =
    rect(0, 0, WIDTH, 560, kit.tone(stone)) +
    times(6, (index) => {
      const x = 70 + index * 270;
      return (
        rect(x - 14, 20, 138, 300, kit.lit('#f3ead8')) +
        rect(x, 34, 110, 290, kit.pane()) +
        rect(x - 14, 34, 26, 290, kit.tone('#c9d0cc')) +
        rect(x + 98, 34, 26, 290, kit.tone('#c9d0cc')) +
        rect(x - 26, 318, 162, 12, kit.dim('#c9b998')) +
        times(10, (bar) => rect(x - 22 + bar * 17, 250, 4, 70, kit.ink())) +
        rect(x - 26, 246, 162, 5, kit.ink())
      );
    });
  const flowers = times(420, () => {
    const x = kit.random.between(20, 1580);
    const y = 400 + kit.random.next() * 90 + Math.abs(Math.sin(x / 70)) * 22;
    return circle(
      x,
      y,
      kit.random.between(9, 21),
      kit.tone(
        kit.random.pick([
          '#4f7a45',
          '#6a8f50',
          '#3f6a3c',
          '#86a85e',
          '#4f7a45',
          '#f0a8b8',
          '#f7e8e0',
          '#e86a8a',
        ]),
      ),
    );
  });
  const front =
    rect(0, 560, WIDTH, 350, kit.tone('#f3eee0')) +
    [40, 560, 1080].map((x) => glassFront(kit, x, 640, 480, 250, '#3d4f40', 4)).join('');
  const sets = [170, 500, 830, 1160, 1480]
    .map((x, index) => tableSet(kit, x, 1000 + (index % 2) * 26, 1.3, index % 2 ? '#2f6a4a' : '#c99a4a'))
    .join('');
  return (
    upper +
    front +
    awning(kit, -20, 490, 1640, 110, ['#f7f1e2', '#efe6d2'], 80) +
    rect(-20, 580, 1640, 8, kit.tone('#2f6a4a')) +
    flowers +
    slantShade(kit, 1420, 890, 420) +
    paving(kit, 890, '#b8aea0') +
    sets +
    seated(430, 1024, 150, kit.ink(), kit.tone('#b8342f')) +
    seated(1090, 1004, 140, kit.ink(), kit.tone('#2f4f7a')) +
    walker(1330, 1040, 250, kit.ink(), kit.tone('#f4efe4'))
  );
}
