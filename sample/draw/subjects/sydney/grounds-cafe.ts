import { awning, parasol, stringLights, tableSet } from '../../cafe.ts';
import { ground } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, seated } from '../../people.ts';
import { pottedPlant } from '../../plants.ts';
import { at, circle, polygon, rect, times, WIDTH } from '../../svg.ts';

export function groundsCafe(kit: Kit): string {
  const brick =
    rect(0, 210, WIDTH, 720, kit.tone('#9a5f48')) +
    times(32, (row) => rect(0, 214 + row * 22, WIDTH, 2, kit.light.shade, 'fill-opacity="0.2"')) +
    polygon(
      [
        [-20, 214],
        [400, 90],
        [820, 214],
      ],
      kit.dim('#6b6f74'),
    ) +
    polygon(
      [
        [780, 214],
        [1210, 90],
        [1640, 214],
      ],
      kit.dim('#6b6f74'),
    ) +
    times(
      3,
      (index) =>
        rect(140 + index * 500, 330, 320, 330, kit.ink()) +
        times(12, (cell) =>
          rect(
            152 + index * 500 + (cell % 4) * 76,
            342 + Math.floor(cell / 4) * 106,
            66,
            94,
            kit.light.lamps > 0.2 ? kit.pane() : kit.dim('#7f929a'),
          ),
        ),
    );
  const vines = times(320, () => {
    const x = kit.random.between(-10, 1610);
    return circle(
      x,
      220 + kit.random.next() ** 2 * 200 + Math.sin(x / 90) * 40,
      kit.random.between(9, 22),
      kit.random.next() > 0.5 ? kit.dim(kit.palette.leaf) : kit.tone('#6f9a58'),
    );
  });
  const roses = times(70, () =>
    circle(
      kit.random.between(0, 1600),
      kit.random.between(230, 390),
      kit.random.between(7, 14),
      kit.tone(kit.random.pick(['#f3a8b8', '#ffffff', '#f6d24a', '#e8567a'])),
    ),
  );
  const cart = at(
    800,
    960,
    1.5,
    awning(kit, -150, -250, 300, 60, ['#ff8a3c', '#f6efe0'], 38) +
      rect(-136, -180, 8, 110, kit.dim('#7a5a3c')) +
      rect(128, -180, 8, 110, kit.dim('#7a5a3c')) +
      rect(-140, -92, 280, 70, kit.tone('#3f7a6a')) +
      times(9, (index) =>
        circle(
          -118 + index * 29,
          -106 - (index % 2) * 12,
          20,
          kit.tone(['#e8567a', '#f6d24a', '#ffffff', '#8a6ad0', '#ff8a3c'][index % 5] ?? '#e8567a'),
        ),
      ) +
      [-90, 90]
        .map(
          (x) =>
            circle(x, -22, 34, 'none', `stroke="${kit.ink()}" stroke-width="7"`) +
            times(
              6,
              (spoke) =>
                `<g transform="rotate(${spoke * 30} ${x} -22)">${rect(x - 2, -54, 4, 64, kit.ink())}</g>`,
            ),
        )
        .join(''),
  );
  return (
    brick +
    vines +
    roses +
    ground(kit, 905, '#b8a48a') +
    cart +
    tableSet(kit, 250, 1010, 1.4, '#c99a5a') +
    tableSet(kit, 1370, 1010, 1.4, '#c99a5a') +
    parasol(kit, 250, 1000, 430, ['#f6efe0', '#ff8a3c']) +
    parasol(kit, 1370, 1000, 430, ['#f6efe0', '#ff8a3c']) +
    seated(1290, 1014, 150, kit.ink(), kit.tone('#2f6fb0')) +
    pottedPlant(kit, 520, 1000, 1.7, '#7a5a3c') +
    pottedPlant(kit, 1090, 1000, 1.7, '#7a5a3c') +
    person(620, 985, 215, kit.ink(), kit.tone('#f6d24a')) +
    stringLights(kit, [-20, 300], [800, 250], 120) +
    stringLights(kit, [800, 250], [1620, 300], 120)
  );
}
