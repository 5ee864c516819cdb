import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, path, polygon, rect, times } from '../../svg.ts';
import { lantern } from '../../town.ts';
import { tableMountain } from './landmarks.ts';

export function boKaap(kit: Kit): string {
  const colors = ['#e8412f', '#f2b63c', '#2f9a8f', '#e56a9a', '#3f6fc0', '#8cc63f', '#f0803c'] as const;
  const row = times(7, (index) => {
    const x = -60 + index * 250;
    const foot = 900 - index * 17;
    const wall = colors[index] ?? colors[0];
    const tall = 330 + (index % 2) * 34;
    const parapet =
      index % 3 === 1
        ? path(`M${x} ${foot - tall}h70q8 -50 55 -56q47 6 55 56h70v10h-250z`, kit.tone(wall))
        : rect(x, foot - tall - 14, 250, 18, kit.lit('#ffffff'));
    const sash = (left: number) =>
      rect(left - 7, foot - 246, 66, 122, kit.lit('#ffffff')) +
      rect(left, foot - 239, 52, 108, kit.pane()) +
      rect(left, foot - 188, 52, 5, kit.lit('#ffffff')) +
      rect(left + 24, foot - 239, 4, 108, kit.lit('#ffffff')) +
      rect(left - 12, foot - 124, 76, 9, kit.lit('#ffffff'));
    const door =
      rect(x + 102, foot - 220, 54, 200, kit.lit('#ffffff')) +
      rect(x + 108, foot - 176, 42, 156, kit.dim(colors[(index + 4) % 7] ?? wall)) +
      rect(x + 108, foot - 213, 42, 30, kit.pane());
    const stoep =
      rect(x + 84, foot - 22, 92, 80, kit.tone('#d9d0c0')) +
      rect(x + 76, foot + 2, 108, 60, kit.dim('#c9bfae'));
    return (
      rect(x, foot - tall, 250, tall + 190, kit.tone(wall)) +
      rect(
        x + (kit.sun[0] > 800 ? 0 : 200),
        foot - tall,
        50,
        tall + 190,
        kit.light.shade,
        'fill-opacity="0.16"',
      ) +
      parapet +
      sash(x + 28) +
      sash(x + 180) +
      door +
      stoep
    );
  });
  const lane =
    polygon(
      [
        [-20, 960],
        [1640, 850],
        [1640, 1090],
        [-20, 1090],
      ],
      kit.tone('#8f8a86'),
    ) +
    times(130, () => {
      const x = kit.random.between(-10, 1600);
      return rect(
        x,
        960 - x * 0.067 + kit.random.between(10, 190),
        44,
        9,
        kit.dim('#7a7572'),
        'rx="3" fill-opacity="0.5" transform="rotate(-3)"',
      );
    });
  const car = at(
    420,
    985,
    1.4,
    ellipse(0, 2, 110, 10, kit.light.shade, 'fill-opacity="0.4"') +
      path(
        'M-100 -8V-40Q-90 -52 -62 -54Q-44 -88 -10 -90H30Q58 -86 72 -54Q98 -50 102 -34V-8z',
        kit.tone('#9fc4cc'),
      ) +
      path('M-46 -56Q-34 -78 -10 -80V-56zM2 -80H28Q46 -78 56 -56H2z', kit.dim('#3f5563')) +
      circle(-58, -8, 19, kit.ink()) +
      circle(60, -8, 19, kit.ink()) +
      circle(-58, -8, 8, kit.lit('#d9d9d4')) +
      circle(60, -8, 8, kit.lit('#d9d9d4')),
  );
  return (
    tableMountain(kit, 1000, 640, 1.3, 0.5) +
    mist(620, 200, 0.4) +
    row +
    lane +
    car +
    walker(1060, 960, 130, kit.ink(), kit.tone('#f4efe4')) +
    lantern(kit, 1330, 930, 420, kit.ink())
  );
}
