import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { at, path, rect, stroke, times } from '../../svg.ts';

export function belemTower(kit: Kit): string {
  const stone = '#e8dac0';
  const turret = (x: number, y: number, scale: number) =>
    at(
      x,
      y,
      scale,
      rect(-18, -40, 36, 46, kit.lit(stone)) +
        rect(4, -40, 14, 46, kit.dim(stone)) +
        path('M-20 -40Q-20 -66 0 -70Q20 -66 20 -40z', kit.lit(stone)) +
        path('M4 -40Q10 -60 0 -70Q20 -66 20 -40z', kit.dim(stone)) +
        stroke('M0 -70v-12', kit.dim(stone), 3) +
        path('M-18 6L0 30L18 6z', kit.dim(stone)),
    );
  const merlons = (x: number, y: number, count: number, step: number) =>
    times(
      count,
      (index) =>
        path(`M${x + index * step} ${y}v-16q9 -9 18 0v16z`, kit.lit(stone)) +
        stroke(
          `M${x + index * step + 9} ${y - 15}v9M${x + index * step + 5} ${y - 9}h8`,
          kit.tone('#b8473d'),
          2,
        ),
    );
  const bastion =
    path('M420 800L470 690H980L1040 800z', kit.tone(stone)) +
    rect(420, 790, 620, 34, kit.dim(stone)) +
    times(11, (index) => rect(474 + index * 47, 738, 16, 22, kit.dim('#4a4038'))) +
    merlons(474, 692, 21, 24);
  const tower =
    rect(600, 330, 250, 362, kit.tone(stone)) +
    rect(768, 330, 82, 362, kit.dim(stone), 'fill-opacity="0.7"') +
    rect(628, 250, 194, 82, kit.tone(stone)) +
    rect(760, 250, 62, 82, kit.dim(stone), 'fill-opacity="0.7"') +
    merlons(604, 332, 10, 24) +
    merlons(634, 252, 8, 24);
  const loggia =
    rect(620, 500, 180, 18, kit.lit(stone)) +
    times(6, (index) => path(`M${628 + index * 29} 500v-36a11 13 0 0 1 22 0v36z`, kit.dim('#4a4038'))) +
    rect(612, 448, 196, 8, kit.lit(stone));
  const slits = times(6, (index) =>
    rect(640 + (index % 3) * 60, 366 + Math.floor(index / 3) * 200, 24, 42, kit.pane(), 'rx="12"'),
  );
  const ropes = stroke('M598 430H852M598 610H852', kit.lit(stone), 6);
  const whole =
    tower +
    slits +
    ropes +
    loggia +
    bastion +
    [
      [604, 320, 1],
      [846, 320, 1],
      [630, 246, 0.8],
      [822, 246, 0.8],
      [466, 690, 1.1],
      [985, 690, 1.1],
    ]
      .map(([x = 0, y = 0, scale = 1]) => turret(x, y, scale))
      .join('');
  const jetty =
    path('M1030 800H1640V836H1010z', kit.tone('#9c8f7a')) +
    times(12, (index) => rect(1060 + index * 46, 836, 9, 40, kit.dim('#6b5f50')));
  const shore =
    path('M-20 1000Q500 950 900 1010T1640 960V1080H-20z', kit.tone('#cbb389')) +
    path('M-20 1034Q500 990 900 1040T1640 1006V1080H-20z', kit.dim('#a8906a'));
  return (
    ridge(kit, 716, 60, kit.tone('#7b8a9a', 0.8), 1.6) +
    mist(724, 80, 0.5) +
    water(kit, 718, { mirrored: whole }) +
    whole +
    jetty +
    shore +
    walker(1290, 800, 76, kit.ink(), kit.tone('#b8473d'))
  );
}
