import { water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, seated } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, circle, ellipse, path, rect, stroke, times, WIDTH } from '../../svg.ts';
import { volcanoes } from './landmarks.ts';

export function xochimilco(kit: Kit): string {
  const boat = (x: number, y: number, scale: number, colors: readonly [string, string, string]) => {
    const [hull, arch, roof] = colors;
    const posts = times(7, (index) => rect(-140 + index * 46, -96, 6, 70, kit.tone(arch)));
    const flowers = times(17, (index) =>
      circle(
        -110 + index * 13.6,
        -150 - Math.sin((index / 16) * Math.PI) * 62,
        13,
        kit.tone([hull, '#f6d24a', '#ffffff', '#e0218a', '#f28a2e'][index % 5] ?? hull),
      ),
    );
    return at(
      x,
      y,
      scale,
      path('M-240 -34L-190 -28H190L250 -44L214 6Q200 12 180 12H-170Q-200 10 -216 0z', kit.tone(hull)) +
        path('M-240 -34L-190 -28H190L250 -44L244 -34L190 -18H-190z', kit.lit('#ffffff')) +
        posts +
        path('M-160 -90Q0 -150 150 -90L160 -104Q0 -170 -170 -104z', kit.tone(roof)) +
        path(
          'M-112 -110Q-110 -200 0 -216Q110 -200 112 -110L96 -112Q90 -184 0 -196Q-90 -184 -96 -112z',
          kit.tone(arch),
        ) +
        path('M-96 -112Q-90 -184 0 -196Q90 -184 96 -112z', kit.lit('#f6d24a')) +
        `<g transform="rotate(0)">${times(8, (index) => `<g transform="translate(0 -146) rotate(${index * 45})">${ellipse(0, -19, 8, 17, kit.tone(index % 2 ? hull : '#e0218a'))}</g>`)}</g>` +
        circle(0, -146, 12, kit.tone(arch)) +
        flowers +
        times(6, (index) =>
          seated(
            -110 + index * 40,
            -24,
            44,
            kit.ink(),
            kit.tone(kit.random.pick(['#f4efe4', '#3fa3a0', '#e86a92', '#f0a03c'])),
          ),
        ) +
        person(214, -38, 110, kit.ink(), kit.tone('#f4efe4')) +
        stroke('M196 -150L262 20', kit.dim('#6b4a2c'), 4),
    );
  };
  const ahuejotes = (from: number, to: number, y: number, height: number, depth: number) =>
    times((to - from) / (height * 0.2), (index) =>
      ellipse(
        from + index * height * 0.2,
        y - height * 0.5,
        height * 0.07,
        height * kit.random.between(0.42, 0.56),
        index % 2 ? kit.dim(kit.palette.leaf, depth) : kit.tone(kit.palette.leaf, depth),
      ),
    );
  const banks =
    ahuejotes(-20, 1640, 690, 210, 0.42) +
    mist(690, 110, 0.4) +
    ahuejotes(-20, 520, 726, 330, 0.22) +
    ahuejotes(1120, 1640, 726, 340, 0.22) +
    path(
      'M-20 700Q300 690 560 730V760H-20zM1640 700Q1300 690 1060 730V760H1640z',
      kit.dim(kit.palette.leaf, 0.14),
    );
  const boats =
    boat(760, 800, 0.72, ['#3fa3a0', '#f0a03c', '#e86a92']) +
    boat(330, 890, 1, ['#e0218a', '#3fa3a0', '#f6d24a']) +
    boat(1180, 960, 1.32, ['#2f6fc0', '#e8412f', '#8cc63f']);
  return (
    volcanoes(kit, 640) +
    mist(650, 130, 0.6) +
    banks +
    water(kit, 736, { mirrored: banks }) +
    boats +
    times(24, () => {
      const [x, y] = [kit.random.between(0, WIDTH), kit.random.between(980, 1060)];
      return (
        ellipse(x, y, 30, 8, kit.tone('#6f9a55')) +
        (kit.random.next() > 0.6 ? circle(x, y - 7, 8, kit.tone('#c9a8e0')) : '')
      );
    })
  );
}
