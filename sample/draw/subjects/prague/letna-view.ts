import { mix } from '../../color.ts';
import { ridge } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { couple } from '../../people.ts';
import { roundTree, treeline } from '../../plants.ts';
import { mist } from '../../sky.ts';
import { at, path, rect, times, WIDTH } from '../../svg.ts';
import { houses } from '../../town.ts';
import { castle } from './landmarks.ts';

export function letnaView(kit: Kit): string {
  const river =
    path(
      'M640 560Q700 560 780 580Q900 640 860 720Q800 820 900 1080H1400Q1180 860 1130 740Q1090 620 860 556Q760 540 700 548z',
      mix(kit.light.sky[3], kit.tone(kit.palette.water), 0.3),
    ) +
    path(
      'M860 720Q800 820 900 1080H960Q880 830 920 720Q930 640 780 580Q900 640 860 720z',
      '#ffffff',
      'fill-opacity="0.25"',
    );
  const bank = (from: number, to: number, y: number, depth: number) =>
    houses(kit, { from, to, y, height: [24, 60], width: [26, 54], depth, roof: 'hip', below: 26 });
  const town =
    bank(-20, 620, 590, 0.6) +
    treeline(kit, -20, 640, 628, 36, 0.56) +
    bank(900, 1640, 590, 0.6) +
    bank(-20, 800, 660, 0.46) +
    bank(1080, 1640, 660, 0.46) +
    treeline(kit, -20, 800, 702, 48, 0.44) +
    treeline(kit, 1110, 1640, 702, 48, 0.44) +
    bank(-20, 760, 740, 0.32) +
    bank(1160, 1640, 740, 0.32) +
    treeline(kit, -20, 780, 796, 70, 0.3) +
    bank(-20, 740, 836, 0.2) +
    bank(1260, 1640, 836, 0.2) +
    treeline(kit, -20, 800, 896, 90, 0.14) +
    treeline(kit, 1290, 1640, 896, 90, 0.14);
  const span = (x: number, y: number, width: number, depth: number) =>
    at(
      x,
      y,
      1,
      rect(0, -8, width, 9, kit.lit('#b8a88c', depth)) +
        times(6, (index) =>
          path(
            `M${(index * width) / 6} 0h${width / 6}v16q${-width / 12} -22 ${-width / 6} 0z`,
            kit.tone('#9a8a74', depth),
          ),
        ) +
        rect(0, -2, width, 5, kit.tone('#9a8a74', depth)),
    );
  const spans =
    span(740, 582, 190, 0.5) +
    span(800, 632, 300, 0.36) +
    span(790, 722, 380, 0.22) +
    span(820, 860, 480, 0.08);
  const hill =
    path('M-20 860Q300 800 600 900Q800 990 860 1080H-20z', kit.dim(kit.palette.leaf)) +
    path('M1640 860Q1500 840 1400 940Q1360 1000 1340 1080H1640z', kit.dim(kit.palette.leaf));
  return (
    ridge(kit, 560, 60, kit.tone('#7d8a86', 0.8), 1.2) +
    castle(kit, 1300, 590, 0.5, 0.62) +
    rect(0, 556, WIDTH, 520, kit.tone('#8a9a6a', 0.45)) +
    town +
    mist(620, 110, 0.5) +
    river +
    spans +
    hill +
    roundTree(kit, 120, 1010, 400) +
    roundTree(kit, 330, 1030, 230, 0, '#7d8a4a') +
    roundTree(kit, 1530, 1030, 330) +
    couple(590, 985, 130, kit.ink(), kit.tone('#b8473d'))
  );
}
