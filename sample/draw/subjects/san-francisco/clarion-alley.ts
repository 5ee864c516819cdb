import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { palm } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { circle, ellipse, n, path, polygon, rect, stroke, times, WIDTH } from '../../svg.ts';
import { windows } from '../../town.ts';
import { drips } from '../../wall.ts';

export function clarionAlley(kit: Kit): string {
  const vivid = ['#e8403a', '#f7b32b', '#2a9d8f', '#264b96', '#f08fb0', '#8cc63f'] as const;
  const panel = (side: 1 | -1, index: number) => {
    const at_ = (step: number) => 1 / (1 + (4 - step) * 0.75);
    const [far, near] = [at_(index - 1), at_(index)];
    const x = (reach: number) => 800 + side * (40 + reach * 800);
    const [topF, topN] = [560 - far * 560, 560 - near * 560];
    const [footF, footN] = [640 + far * 430, 640 + near * 430];
    const base = vivid[(index * 2 + (side > 0 ? 1 : 0)) % vivid.length] ?? vivid[0];
    const second = vivid[(index * 2 + (side > 0 ? 4 : 3)) % vivid.length] ?? vivid[1];
    const clip = `alley${side}${index}`;
    const [mx, my, size] = [(x(far) + x(near)) / 2, (topF + topN + footF + footN) / 4, (footN - topN) * 0.24];
    const motifs = [
      times(9, (ring) => circle(mx, my, size * (1.5 - ring * 0.17), ring % 2 ? base : second)),
      times(
        12,
        (ray) =>
          `<g transform="rotate(${ray * 30} ${n(mx)} ${n(my)})">${ellipse(mx, my - size, size * 0.28, size * 0.8, second)}</g>`,
      ) + circle(mx, my, size * 0.45, '#fff3d6'),
      times(7, (band) =>
        stroke(
          `M${n(x(far))} ${n(topF + band * size * 0.6)}Q${n(mx)} ${n(topN + band * size * 0.9 + size)} ${n(x(near))} ${n(topN + band * size * 0.5)}`,
          vivid[band % 6] ?? second,
          size * 0.22,
        ),
      ),
      path(
        `M${n(mx - size)} ${n(my + size * 1.4)}Q${n(mx - size)} ${n(my - size)} ${n(mx)} ${n(my - size * 1.2)}Q${n(mx + size)} ${n(my - size)} ${n(mx + size)} ${n(my + size * 1.4)}z`,
        second,
      ) +
        ellipse(mx - size * 0.36, my - size * 0.2, size * 0.2, size * 0.13, '#fff3d6') +
        ellipse(mx + size * 0.36, my - size * 0.2, size * 0.2, size * 0.13, '#fff3d6') +
        stroke(
          `M${n(mx - size * 0.4)} ${n(my + size * 0.5)}q${n(size * 0.4)} ${n(size * 0.3)} ${n(size * 0.8)} 0`,
          '#fff3d6',
          size * 0.1,
        ),
      times(18, () =>
        circle(
          kit.random.between(Math.min(x(far), x(near)), Math.max(x(far), x(near))),
          kit.random.between(topN, footN),
          kit.random.between(0.1, 0.4) * size,
          kit.random.pick(vivid),
        ),
      ),
    ];
    const shape = `${n(x(far))},${n(topF)} ${n(x(near))},${n(topN)} ${n(x(near))},${n(footN)} ${n(x(far))},${n(footF)}`;
    const shade = side * (kit.sun[0] - 800) > 0 ? 0.3 : 0.04;
    return (
      `<clipPath id="${clip}"><polygon points="${shape}"/></clipPath><g clip-path="url(#${clip})"><polygon points="${shape}" fill="${kit.tone(base)}"/>${motifs[(index + (side > 0 ? 2 : 0)) % 5] ?? ''}<polygon points="${shape}" fill="${kit.light.shade}" fill-opacity="${shade}"/></g>` +
      stroke(`M${n(x(near))} ${n(topN)}V${n(footN)}`, kit.ink(), 3, 'stroke-opacity="0.5"')
    );
  };
  const floor =
    polygon(
      [
        [760, 640],
        [840, 640],
        [1640, 1090],
        [-40, 1090],
      ],
      kit.tone('#8d8a88'),
    ) +
    polygon(
      [
        [792, 640],
        [808, 640],
        [870, 1090],
        [730, 1090],
      ],
      kit.dim('#6b6866'),
      'fill-opacity="0.7"',
    );
  const end =
    rect(700, 380, 200, 270, kit.tone('#c9a88a', 0.5)) +
    windows(kit, 725, 410, [4, 4], [22, 34], [42, 58], 0.5) +
    palm(kit, 800, 650, 250, 0.4);
  const wires = stroke('M-20 120Q800 330 1640 80M-20 40Q800 240 1640 190', kit.ink(0.1), 2.5);
  return (
    end +
    mist(650, 160, 0.5) +
    rect(0, 640, WIDTH, 440, kit.dim('#8d8a88')) +
    floor +
    times(5, (index) => panel(-1, index) + panel(1, index)) +
    wires +
    person(760, 800, 150, kit.ink(), kit.tone('#f7b32b')) +
    walker(900, 880, 215, kit.ink(), kit.tone('#264b96')) +
    drips(kit, 1260, 1000, 20, '#e8403a')
  );
}
