import type { Kit } from '../../kit.ts';
import { underUmbrella } from '../../people.ts';
import { beams, mist } from '../../sky.ts';
import { circle, HEIGHT, n, path, polygon, rect, times, WIDTH } from '../../svg.ts';

export function bambooGrove(kit: Kit): string {
  const back =
    rect(0, 0, WIDTH, HEIGHT, kit.tone('#a9c28a', 0.35)) + circle(kit.sun[0], kit.sun[1], 700, 'url(#glow)');
  const culms = (count: number, width: number, depth: number, gap: number) =>
    times(count, () => {
      const share = kit.random.next();
      const side = kit.random.next() > 0.5 ? 1 : -1;
      const x = 800 + side * (gap + share ** 0.8 * (860 - gap));
      const wide = width * kit.random.between(0.75, 1.2);
      const lean = side * -kit.random.between(10, 90) * (1 - depth);
      const color = kit.random.pick(['#6f9a4a', '#5d8744', '#86ab56', '#4f7a40']);
      const [first, step] = [kit.random.between(0, 130), kit.random.between(105, 150)];
      const joints = times(9, (joint) => {
        const up = first + joint * step;
        return rect(
          x - wide * 0.54 + (lean * up) / 980,
          960 - up,
          wide * 1.08,
          wide * 0.11,
          kit.lit('#c3cf8e', depth),
          'fill-opacity="0.75"',
        );
      });
      return (
        polygon(
          [
            [x - wide / 2, 960],
            [x + wide / 2, 960],
            [x + lean + wide * 0.4, -20],
            [x + lean - wide * 0.4, -20],
          ],
          kit.tone(color, depth),
        ) +
        polygon(
          [
            [x + wide * 0.14, 960],
            [x + wide / 2, 960],
            [x + lean + wide * 0.4, -20],
            [x + lean + wide * 0.1, -20],
          ],
          kit.dim(color, depth),
        ) +
        joints
      );
    });
  const canopy = times(110, () => {
    const x = kit.random.between(-20, WIDTH);
    const y = kit.random.next() ** 1.6 * 380;
    return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(kit.random.between(20, 160))})">${path('M0 0Q30 -9 66 0Q30 9 0 0z', kit.tone(kit.random.pick(['#5d8744', '#86ab56', '#3f6a38']), kit.random.between(0, 0.5)))}</g>`;
  });
  const lane =
    path('M752 700Q800 690 846 700Q900 860 1240 1090H360Q700 860 752 700z', kit.lit('#cdbb94')) +
    times(8, (index) =>
      polygon(
        [
          [760 - index * 30, 760 + index * 40],
          [840 + index * 40, 752 + index * 40],
          [870 + index * 44, 762 + index * 42],
          [750 - index * 30, 774 + index * 42],
        ],
        kit.light.shade,
        'fill-opacity="0.12"',
      ),
    );
  const fence = (side: 1 | -1) =>
    times(16, (index) => {
      const near = (index / 16) ** 1.7;
      return rect(
        800 + side * (64 + near * 430) - 3,
        690 + near * 270,
        6 + near * 12,
        40 + near * 130,
        kit.dim('#8a7446', 0.3 - near * 0.3),
      );
    });
  const rails = [-1, 1]
    .map((side) =>
      polygon(
        [
          [800 + side * 62, 700],
          [800 + side * 520, 980],
          [800 + side * 520, 1010],
          [800 + side * 62, 708],
        ],
        kit.tone('#9c8450', 0.1),
      ),
    )
    .join('');
  return (
    back +
    culms(34, 17, 0.7, 40) +
    mist(700, 300, 0.35) +
    culms(28, 26, 0.42, 110) +
    rect(0, 880, WIDTH, 200, kit.dim('#55703c')) +
    lane +
    fence(-1) +
    fence(1) +
    rails +
    culms(20, 44, 0.06, 430) +
    canopy +
    beams(kit, [0.9, 1.2, 1.55, 1.95, 2.3]) +
    underUmbrella(800, 850, 120, kit.ink(0.1), kit.tone('#d8432a'))
  );
}
