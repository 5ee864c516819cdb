import { suspension } from '../bridges.ts';
import { awning, glassFront, tableSet } from '../cafe.ts';
import { paving, ridge, water } from '../ground.ts';
import type { Kit } from '../kit.ts';
import { couple, person, seated, walker } from '../people.ts';
import { palm, pottedPlant, roundTree } from '../plants.ts';
import { mist } from '../sky.ts';
import { at, circle, ellipse, HEIGHT, n, path, polygon, rect, stroke, times, WIDTH } from '../svg.ts';
import { towers, windows } from '../town.ts';
import { drips } from '../wall.ts';

const ORANGE = '#c8442c';

/** One tower of the Golden Gate, seen nearly head on: stepped legs and four struts. */
export function gateTower(kit: Kit, x: number, y: number, height: number, depth: number): string {
  const half = height * 0.085;
  const leg = (side: 1 | -1) => times(4, (step) => {
    const width = height * (0.052 - step * 0.007);
    const foot = -height * [0, 0.42, 0.62, 0.82][step as 0 | 1 | 2 | 3];
    return rect(side * half - width / 2, -height, width, foot + height, kit.tone(ORANGE, depth)) + rect(side * half + width * 0.1, -height, width * 0.4, foot + height, kit.dim(ORANGE, depth));
  });
  const struts = [0.97, 0.8, 0.61, 0.42].map((share) => rect(-half, -height * share, half * 2, height * 0.052, kit.tone(ORANGE, depth)) + rect(-half, -height * share + height * 0.04, half * 2, height * 0.012, kit.dim(ORANGE, depth))).join('');
  const cross = stroke(`M${-half} ${-height * 0.3}L${half} ${-height * 0.12}M${half} ${-height * 0.3}L${-half} ${-height * 0.12}`, kit.dim(ORANGE, depth), height * 0.018);
  return at(x, y, 1, leg(-1) + leg(1) + struts + cross);
}

function fogBank(kit: Kit, y: number, opacity: number): string {
  return times(16, (index) => ellipse(index * 112 + kit.random.between(-50, 50), y + kit.random.between(-26, 26), kit.random.between(120, 230), kit.random.between(28, 62), kit.lit('#f4f2ee'), `opacity="${n(opacity * kit.random.between(0.45, 1))}"`));
}

export function goldenGate(kit: Kit): string {
  const far = ridge(kit, 690, 70, kit.tone('#7b8a94', 0.82), 1.2) + towers(kit, 1060, 1420, 690, [30, 90], 0.74);
  const bridge = suspension(kit, { towers: [420, 1250], deck: 640, top: 216, color: ORANGE, depth: 0.06, cable: 9 }) + gateTower(kit, 420, 800, 590, 0.04) + gateTower(kit, 1250, 770, 560, 0.12);
  const cliffs = path('M-20 760Q90 720 150 800Q250 850 300 930Q420 990 560 1080H-20z', kit.dim('#7a6f4a')) + path('M-20 860Q140 880 220 960T420 1080H-20z', kit.dim('#5d5a3c')) + path('M1640 900Q1500 880 1420 960Q1330 1000 1290 1080H1640z', kit.dim('#6b6644'));
  return far + mist(700, 120, 0.6) + water(kit, 700) + fogBank(kit, 712, 0.5) + bridge + fogBank(kit, 800, 0.7) + fogBank(kit, 850, 0.5) + cliffs + ellipse(420, 800, 90, 16, '#ffffff', 'opacity="0.4"') + couple(150, 806, 78, kit.ink(), kit.tone('#355a72'));
}

export function bakerBeach(kit: Kit): string {
  const headland = path('M-20 690Q160 560 330 600Q480 620 560 700V760H-20z', kit.tone('#6b6a52', 0.5)) + ridge(kit, 700, 30, kit.tone('#7b8a94', 0.85), 1);
  const bridge = suspension(kit, { towers: [620, 1330], deck: 590, top: 300, color: ORANGE, depth: 0.3, cable: 5 }) + gateTower(kit, 620, 720, 420, 0.28) + gateTower(kit, 1330, 712, 408, 0.34);
  const surf = times(4, (index) => path(`M-20 ${852 + index * 44}q100 -24 200 0t200 4t200 -8t200 6t200 -6t200 8t200 -8t250 4v16q-120 14 -240 2t-220 4t-220 -6t-220 8t-220 -6t-260 4z`, '#ffffff', `opacity="${0.35 + index * 0.14}"`));
  const sand = path('M-20 960Q400 1010 800 960T1640 990V1080H-20z', kit.tone('#cbb48c')) + path('M-20 1020Q500 1040 900 1010T1640 1040V1080H-20z', kit.dim('#b89f78'));
  const rocks = path('M1180 960Q1200 890 1270 880Q1320 820 1390 860Q1470 850 1500 930Q1560 940 1600 1000H1150z', kit.dim('#4f4a44')) + path('M1270 880Q1320 820 1390 860Q1340 880 1330 960H1230z', kit.tone('#6b635a'));
  return headland + bridge + mist(730, 110, 0.6) + water(kit, 716, { mirrored: bridge }) + surf + sand + rocks;
}

export function paintedLadies(kit: Kit): string {
  const colors = [['#cfe0d8', '#7d9a8f'], ['#f0d9a0', '#c99a4a'], ['#d9e0ea', '#6f86a8'], ['#e8b8a0', '#b8644a'], ['#e4e0c8', '#8f9a6a'], ['#c9b8d8', '#7d6a9a'], ['#f3ead8', '#a88a6a']] as const;
  const lady = (index: number, x: number, y: number) => {
    const [wall, trim] = colors[index] ?? colors[0];
    const bay = polygon([[14, 0], [14, -176], [34, -190], [82, -190], [102, -176], [102, 0]], kit.lit(wall)) + rect(14, -176, 20, 176, kit.dim(wall), 'opacity="0.5"') + rect(10, -196, 96, 8, kit.tone(trim)) + rect(10, -96, 96, 7, kit.tone(trim));
    const panes = [-168, -74].map((top) => rect(19, top, 11, 48, kit.pane()) + rect(41, top, 15, 48, kit.pane()) + rect(62, top, 15, 48, kit.pane()) + rect(86, top, 11, 48, kit.pane())).join('');
    const door = rect(120, -84, 38, 84, kit.dim(trim)) + path('M114 -84Q139 -116 164 -84z', kit.tone(trim)) + rect(112, -84, 6, 84, kit.lit('#ffffff')) + rect(160, -84, 6, 84, kit.lit('#ffffff')) + rect(128, -76, 22, 40, kit.pane()) + rect(124, -176, 30, 54, kit.pane()) + rect(119, -182, 40, 7, kit.tone(trim));
    const gable = polygon([[-4, -200], [86, -318], [176, -200]], kit.tone(kit.palette.roof)) + polygon([[12, -204], [86, -302], [160, -204]], kit.lit(wall)) + path('M62 -214V-240a24 24 0 0 1 48 0v26z', kit.tone(trim)) + rect(70, -244, 12, 30, kit.pane()) + rect(90, -244, 12, 30, kit.pane()) + circle(86, -274, 7, kit.tone(trim)) + stroke('M-4 -200L86 -318L176 -200', kit.lit('#ffffff'), 5);
    const steps = times(5, (step) => rect(112 - step * 2, step * 9, 56 + step * 4, 9, step % 2 ? kit.tone('#b8ad9c') : kit.lit('#cfc4b2')));
    return at(x, y, 1.24, rect(0, -204, 172, 300, kit.tone(wall)) + bay + panes + door + gable + steps);
  };
  const city = towers(kit, 60, 1560, 640, [60, 190], 0.58) + at(1190, 640, 1, polygon([[-34, 0], [0, -350], [34, 0]], kit.tone('#d9d6ce', 0.5)) + polygon([[0, -350], [34, 0], [8, 0]], kit.dim('#d9d6ce', 0.5)) + polygon([[-44, -150], [-30, -210], [-24, -120]], kit.tone('#d9d6ce', 0.5))) + at(760, 640, 1, path('M-36 0V-300Q-34 -350 0 -356Q34 -350 36 -300V0z', kit.tone('#a9bcc9', 0.54)));
  const row = times(7, (index) => lady(index, -20 + index * 216, 846 + index * 11));
  const lawn = path('M-20 880Q700 900 1640 960V1080H-20z', kit.tone('#7f9a55')) + path('M-20 1000Q600 970 1640 1030V1080H-20z', kit.dim('#6b8748'));
  return city + mist(660, 200, 0.55) + row + lawn + couple(1130, 1020, 96, kit.ink(), kit.tone('#c8402a')) + person(420, 990, 84, kit.ink()) + at(1480, 1040, 1, ellipse(0, 0, 80, 9, kit.light.shade, 'opacity="0.3"')) + seated(1470, 1042, 74, kit.ink(), kit.tone('#f0b429'));
}

export function hydeStreet(kit: Kit): string {
  const bay = ridge(kit, 520, 60, kit.tone('#7b8a94', 0.82), 1.2) + water(kit, 530, { to: 760 });
  const alcatraz = at(800, 560, 1, path('M-190 0Q-160 -34 -90 -40L120 -44Q170 -30 200 0z', kit.tone('#8a8272', 0.55)) + rect(-60, -76, 130, 36, kit.tone('#d3c9b4', 0.5)) + rect(-90, -58, 40, 20, kit.tone('#d3c9b4', 0.5)) + rect(84, -100, 10, 62, kit.tone('#e4dcc8', 0.5)) + rect(-130, -60, 12, 26, kit.tone('#c9bca4', 0.5)));
  const row = (side: 1 | -1) => times(5, (index) => {
    const near = 1.5 ** index;
    const x = 800 + side * (120 + near * 44);
    const out = 800 + side * (120 + near * 1.5 * 44);
    const wall = kit.palette.walls[(index + (side > 0 ? 0 : 3)) % kit.palette.walls.length] ?? '#e8c9a0';
    const depth = Math.max(0, 0.32 - index * 0.07);
    const [top, foot] = [600 - near * 84 + index * 10, 730 + near * 62];
    const bays = times(3, (level) => rect(Math.min(x, out) + Math.abs(out - x) * 0.25, top + (foot - top) * (0.1 + level * 0.26), Math.abs(out - x) * 0.2, (foot - top) * 0.15, kit.pane(depth)) + rect(Math.min(x, out) + Math.abs(out - x) * 0.56, top + (foot - top) * (0.1 + level * 0.26), Math.abs(out - x) * 0.2, (foot - top) * 0.15, kit.pane(depth)));
    return rect(Math.min(x, out), top, Math.abs(out - x), 700, side * (kit.sun[0] - 800) > 0 ? kit.dim(wall, depth) : kit.tone(wall, depth)) + rect(Math.min(x, out) - 4, top - near * 5, Math.abs(out - x) + 8, near * 7, kit.lit('#efe6d4', depth)) + bays;
  });
  const hill = path('M690 690H910L1330 1090H270z', kit.tone('#8a8680')) + [[776, 640], [824, 960], [786, 700], [814, 900]].map(([top = 0, foot = 0]) => polygon([[top - 1, 690], [top + 2, 690], [foot + 6, HEIGHT], [foot - 6, HEIGHT]], kit.dim('#54525a'))).join('') + times(7, (index) => rect(0, 700 + index * index * 9, WIDTH, 3, kit.light.shade, 'opacity="0.14"'));
  const car = at(800, 960, 1.9, ellipse(0, 2, 92, 10, kit.light.shade, 'opacity="0.4"') + rect(-70, -60, 140, 48, kit.tone('#7d2a2f')) + rect(-70, -64, 140, 7, kit.lit('#d9b45a')) + rect(-70, -18, 140, 6, kit.lit('#d9b45a')) + rect(-58, -124, 116, 62, kit.light.lamps > 0.2 ? '#ffdf9e' : kit.dim('#4d6474')) + [-62, -22, 18, 56].map((dx) => rect(dx, -128, 7, 70, kit.tone('#b8895a'))).join('') + path('M-80 -126Q-60 -150 -44 -152H44Q60 -150 80 -126z', kit.tone('#e9dfc8')) + rect(-46, -164, 92, 14, kit.tone('#7d2a2f')) + circle(0, -38, 13, '#fff4cf') + circle(0, -38, 70, 'url(#lamp)') + rect(-60, -12, 120, 14, kit.ink()));
  const riders = [-1, 1].map((side) => person(800 + side * 160, 930, 170, kit.ink(), kit.tone(side > 0 ? '#355a72' : '#c8402a'))).join('');
  return bay + alcatraz + mist(620, 150, 0.55) + rect(0, 686, WIDTH, 400, kit.dim('#8a8680')) + roundTree(kit, 610, 760, 120, 0.24) + roundTree(kit, 1000, 760, 130, 0.24) + row(-1) + row(1) + hill + car + riders;
}

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
      times(12, (ray) => `<g transform="rotate(${ray * 30} ${n(mx)} ${n(my)})">${ellipse(mx, my - size, size * 0.28, size * 0.8, second)}</g>`) + circle(mx, my, size * 0.45, '#fff3d6'),
      times(7, (band) => stroke(`M${n(x(far))} ${n(topF + band * size * 0.6)}Q${n(mx)} ${n(topN + band * size * 0.9 + size)} ${n(x(near))} ${n(topN + band * size * 0.5)}`, vivid[band % 6] ?? second, size * 0.22)),
      path(`M${n(mx - size)} ${n(my + size * 1.4)}Q${n(mx - size)} ${n(my - size)} ${n(mx)} ${n(my - size * 1.2)}Q${n(mx + size)} ${n(my - size)} ${n(mx + size)} ${n(my + size * 1.4)}z`, second) + ellipse(mx - size * 0.36, my - size * 0.2, size * 0.2, size * 0.13, '#fff3d6') + ellipse(mx + size * 0.36, my - size * 0.2, size * 0.2, size * 0.13, '#fff3d6') + stroke(`M${n(mx - size * 0.4)} ${n(my + size * 0.5)}q${n(size * 0.4)} ${n(size * 0.3)} ${n(size * 0.8)} 0`, '#fff3d6', size * 0.1),
      times(18, () => circle(kit.random.between(Math.min(x(far), x(near)), Math.max(x(far), x(near))), kit.random.between(topN, footN), kit.random.between(0.1, 0.4) * size, kit.random.pick(vivid))),
    ];
    const shape = `${n(x(far))},${n(topF)} ${n(x(near))},${n(topN)} ${n(x(near))},${n(footN)} ${n(x(far))},${n(footF)}`;
    const shade = side * (kit.sun[0] - 800) > 0 ? 0.3 : 0.04;
    return `<clipPath id="${clip}"><polygon points="${shape}"/></clipPath><g clip-path="url(#${clip})"><polygon points="${shape}" fill="${kit.tone(base)}"/>${motifs[(index + (side > 0 ? 2 : 0)) % 5] ?? ''}<polygon points="${shape}" fill="${kit.light.shade}" opacity="${shade}"/></g>` + stroke(`M${n(x(near))} ${n(topN)}V${n(footN)}`, kit.ink(), 3, 'opacity="0.5"');
  };
  const floor = polygon([[760, 640], [840, 640], [1640, 1090], [-40, 1090]], kit.tone('#8d8a88')) + polygon([[792, 640], [808, 640], [870, 1090], [730, 1090]], kit.dim('#6b6866'), 'opacity="0.7"');
  const end = rect(700, 380, 200, 270, kit.tone('#c9a88a', 0.5)) + windows(kit, 725, 410, [4, 4], [22, 34], [42, 58], 0.5) + palm(kit, 800, 650, 250, 0.4);
  const wires = stroke('M-20 120Q800 330 1640 80M-20 40Q800 240 1640 190', kit.ink(0.1), 2.5);
  return end + mist(650, 160, 0.5) + rect(0, 640, WIDTH, 440, kit.dim('#8d8a88')) + floor + times(5, (index) => panel(-1, index) + panel(1, index)) + wires + person(760, 800, 150, kit.ink(), kit.tone('#f7b32b')) + walker(900, 880, 215, kit.ink(), kit.tone('#264b96')) + drips(kit, 1260, 1000, 20, '#e8403a');
}

export function landsEnd(kit: Kit): string {
  const rocks = at(1080, 740, 1, path('M-90 0Q-70 -70 -20 -84Q10 -120 40 -70Q80 -50 96 0z', kit.dim('#5d5850', 0.34)) + path('M120 0Q140 -44 180 -40Q210 -20 220 0z', kit.dim('#5d5850', 0.36)));
  const swell = times(7, (index) => path(`M${-40 + index * 60} ${800 + index * 22}q140 -18 300 0t320 2q-160 18 -320 8t-300 -10z`, '#ffffff', 'opacity="0.35"'));
  const cliff = path('M-20 560Q120 540 220 620Q330 650 380 740Q470 790 520 880Q600 960 760 1080H-20z', kit.dim('#7a6a4c')) + path('M-20 560Q120 540 220 620Q300 690 260 800Q300 920 240 1080H-20z', kit.tone('#8f8a52'));
  const cypress_ = (x: number, y: number, scale: number) => at(x, y, scale, stroke('M0 0Q-20 -90 10 -160Q50 -220 120 -240M4 -120Q-40 -170 -70 -190', kit.ink(), 17) + times(16, (index) => ellipse(-60 + index * 19, -214 - Math.sin(index * 0.7) * 26 - index * 4, 50, 17, index % 2 ? kit.dim('#3f5a44') : kit.dim('#4f6d48'))) + times(7, (index) => ellipse(-30 + index * 30, -236 - index * 5, 32, 8, kit.tone('#5f7d52'))));
  const trail = path('M-20 1000Q220 940 420 1000T900 1080H-20z', kit.tone('#b89f78'));
  const gateAfar = faint(kit);
  return ridge(kit, 700, 130, kit.tone('#6f7a72', 0.7), 0.9) + gateAfar + mist(716, 100, 0.6) + water(kit, 716) + rocks + ellipse(1080, 744, 150, 8, '#ffffff', 'opacity="0.5"') + swell + cliff + cypress_(240, 700, 1.5) + cypress_(90, 640, 1.1) + trail + walker(430, 1012, 130, kit.ink(), kit.tone('#c8402a'));
}

function faint(kit: Kit): string {
  return `<g transform="translate(960 420) scale(0.42)">${suspension(kit, { towers: [420, 1250], deck: 640, top: 330, color: ORANGE, depth: 0.5, cable: 7 }).replace(/<rect x="-20"[^>]*\/>/g, '')}${rect(0, 640, 1800, 16, kit.tone(ORANGE, 0.5))}${gateTower(kit, 420, 720, 400, 0.46)}${gateTower(kit, 1250, 720, 400, 0.5)}</g>`;
}

export function caffeTrieste(kit: Kit): string {
  const wall = rect(0, 0, WIDTH, 930, kit.tone('#e8d3ac')) + rect(0, 360, WIDTH, 16, kit.lit('#f6ecd8'));
  const bays = [160, 620, 1080].map((x) => polygon([[x, 360], [x, 30], [x + 50, 0], [x + 250, 0], [x + 300, 30], [x + 300, 360]], kit.lit('#f3e4c4')) + rect(x, 30, 50, 330, kit.dim('#e0cda4'), 'opacity="0.6"') + rect(x + 10, 70, 32, 210, kit.pane()) + rect(x + 70, 70, 70, 210, kit.pane()) + rect(x + 160, 70, 70, 210, kit.pane()) + rect(x + 258, 70, 32, 210, kit.pane()) + rect(x - 8, 348, 316, 16, kit.tone('#b8644a'))).join('');
  const front = rect(60, 400, 1480, 530, kit.tone('#6f2f2a')) + glassFront(kit, 130, 560, 520, 320, '#6f2f2a', 4) + glassFront(kit, 950, 560, 520, 320, '#6f2f2a', 4) + glassFront(kit, 730, 540, 150, 390, '#8a3f34', 1);
  const band = times(3, (index) => rect(60, 412 + index * 30, 1480, 30, kit.tone(['#3f7a4a', '#f3ead8', '#c8402a'][index] ?? '#f3ead8')));
  const slope = polygon([[-20, 900], [1640, 960], [1640, 1090], [-20, 1090]], kit.tone('#9c958c')) + times(9, (index) => stroke(`M${-20 + index * 190} 900l-60 190`, kit.dim('#9c958c'), 2));
  return wall + bays + front + band + awning(kit, 110, 500, 560, 74, ['#3f7a4a', '#f3ead8']) + awning(kit, 930, 500, 560, 74, ['#3f7a4a', '#f3ead8']) + paving(kit, 920, '#9c958c') + slope + tableSet(kit, 270, 1004, 1.35, '#6f2f2a', '#f6f0e2') + tableSet(kit, 560, 1016, 1.35, '#6f2f2a', '#f6f0e2') + tableSet(kit, 1240, 1036, 1.35, '#6f2f2a', '#f6f0e2') + seated(490, 1020, 150, kit.ink(), kit.tone('#355a72')) + pottedPlant(kit, 700, 990, 1.5, '#b8644a') + walker(960, 1044, 255, kit.ink(), kit.tone('#f0b429'));
}

export function sanFranciscoSkyline(kit: Kit): string {
  const bridge = suspension(kit, { towers: [1240, 1560], deck: 640, top: 520, color: '#8f98a3', depth: 0.5, cable: 4 }).replace(/<rect x="-20"[^>]*\/>/g, '') + rect(1020, 640, 620, 9, kit.tone('#8f98a3', 0.5)) + [1240, 1560].map((x) => rect(x - 7, 516, 14, 200, kit.tone('#8f98a3', 0.48))).join('');
  const pyramid = at(640, 720, 1.15, polygon([[-44, 0], [0, -400], [44, 0]], kit.lit('#e2ddd2', 0.22)) + polygon([[0, -400], [44, 0], [8, 0]], kit.dim('#e2ddd2', 0.22)) + polygon([[-46, -130], [-28, -240], [-20, -130]], kit.tone('#e2ddd2', 0.22)) + times(13, (row) => rect(-36 + row * 2.4, -30 - row * 22, 72 - row * 4.8, 6, kit.pane(0.3), 'opacity="0.7"')));
  const sales = at(930, 720, 1.1, path('M-44 0V-340Q-40 -410 0 -416Q40 -410 44 -340V0z', kit.tone('#a9bcc9', 0.3)) + path('M10 0V-416Q40 -410 44 -340V0z', kit.dim('#8fa3b5', 0.3), 'opacity="0.8"') + windows(kit, -34, -330, [7, 20], [6, 8], [10, 16], 0.3));
  const coit = at(290, 640, 1, rect(-22, -130, 44, 136, kit.lit('#efe6d4', 0.24)) + rect(6, -130, 16, 136, kit.dim('#efe6d4', 0.24)) + times(5, (index) => path(`M${-19 + index * 8} -104v-18q3 -6 6 0v18z`, kit.dim('#8a8272', 0.2))));
  const hill = path('M-20 730Q120 640 290 636Q460 640 560 730z', kit.dim(kit.palette.leaf, 0.26));
  const rows = times(3, (index) => times(17, (cell) => at(-30 + cell * 104 - index * 30, 850 + index * 110, 0.62 + index * 0.12, rect(0, -150, 158, 320, kit.tone(kit.random.pick(kit.palette.walls), 0.22 - index * 0.1)) + rect(20, -130, 60, 300, kit.lit(kit.random.pick(kit.palette.walls), 0.2 - index * 0.1)) + windows(kit, 30, -114, [2, 2], [18, 44], [26, 76], 0.16 - index * 0.07) + rect(102, -114, 34, 48, kit.pane(0.16 - index * 0.07)) + rect(-5, -160, 168, 13, kit.lit('#f3ead8', 0.2 - index * 0.1)))));
  return ridge(kit, 690, 80, kit.tone('#7b8a94', 0.82), 1.1) + bridge + water(kit, 700, { to: 800 }) + towers(kit, 440, 1180, 720, [110, 260], 0.5) + mist(720, 160, 0.4) + sales + pyramid + towers(kit, 500, 1120, 722, [50, 150], 0.28) + coit + hill + fogBank(kit, 740, 0.6) + rows;
}
