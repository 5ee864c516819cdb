import { awning, glassFront, tableSet } from '../cafe.ts';
import { paving, water } from '../ground.ts';
import type { Kit } from '../kit.ts';
import { couple, person, seated, walker } from '../people.ts';
import { pottedPlant, roundTree } from '../plants.ts';
import { mist } from '../sky.ts';
import { at, circle, ellipse, HEIGHT, n, path, polygon, rect, stroke, times, WIDTH } from '../svg.ts';
import { houses, lantern, towers, windows } from '../town.ts';
import { drips, paintedWall, street } from '../wall.ts';

/** The Empire State Building, 440 high at scale 1. */
export function empireState(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const stone = '#a39a90';
  const block = (half: number, top: number) => rect(-half, top, half * 2, -top + 6, kit.tone(stone, depth)) + rect(half * 0.35, top, half * 0.65, -top + 6, kit.dim(stone, depth), 'opacity="0.65"');
  const panes = windows(kit, -36, -330, [8, 22], [5, 8], [9.4, 14], depth) + windows(kit, -56, -120, [12, 8], [5, 8], [9.6, 14], depth);
  const crown = kit.light.lamps > 0.6 ? '#ffe9b8' : kit.lit('#c9c6c2', depth);
  return at(x, y, scale, block(66, -130) + block(52, -190) + block(42, -340) + panes + block(30, -362) + rect(-16, -384, 32, 24, crown) + rect(-10, -402, 20, 20, crown) + polygon([[-8, -402], [0, -424], [8, -402]], crown) + stroke('M0 -420V-476', kit.dim(stone, depth), 3));
}

export function newYorkSkyline(kit: Kit): string {
  const back = towers(kit, -20, 1640, 720, [120, 260], 0.62) + mist(720, 190, 0.45) + towers(kit, -20, 1640, 720, [80, 210], 0.46);
  const chrysler = at(1130, 720, 1.05, rect(-34, -280, 68, 290, kit.tone('#9aa2ad', 0.36)) + windows(kit, -28, -270, [6, 17], [5, 8], [10, 15], 0.36) + path('M-30 -280Q-26 -330 -12 -350L0 -450L12 -350Q26 -330 30 -280z', kit.lit('#c9d0d8', 0.3)) + times(4, (index) => stroke(`M${-24 + index * 5} ${-290 - index * 14}Q0 ${-330 - index * 16} ${24 - index * 5} ${-290 - index * 14}`, kit.dim('#8a929d', 0.3), 2.5)));
  const one = at(330, 720, 1, polygon([[-44, 0], [-40, -330], [0, -420], [40, -330], [44, 0]], kit.tone('#8fa6ba', 0.4)) + polygon([[0, -420], [40, -330], [44, 0], [6, 0]], kit.dim('#8fa6ba', 0.4), 'opacity="0.7"') + stroke('M0 -420v-90', kit.tone('#8fa6ba', 0.4), 3));
  const front = towers(kit, -20, 1640, 722, [40, 120], 0.26);
  const skyline = back + one + chrysler + empireState(kit, 760, 720, 1.2, 0.3) + front;
  const piles = times(34, () => {
    const x = kit.random.between(0, WIDTH);
    const near = kit.random.next();
    return rect(x, 900 + near * 90, 8 + near * 8, 90, kit.dim('#3d3430')) + rect(x - 1, 898 + near * 90, 10 + near * 8, 4, kit.tone('#6b5d52'));
  });
  return skyline + mist(726, 60, 0.5) + water(kit, 720, { mirrored: skyline }) + piles;
}

export function dumbo(kit: Kit): string {
  const steel = '#5a7d96';
  const leg = (x: number) => polygon([[x - 30, 760], [x - 22, 150], [x + 22, 150], [x + 30, 760]], kit.tone(steel, 0.16)) + polygon([[x + 4, 760], [x + 4, 150], [x + 22, 150], [x + 30, 760]], kit.dim(steel, 0.16)) + times(9, (index) => stroke(`M${x - 24} ${190 + index * 60}L${x + 24} ${240 + index * 60}M${x + 24} ${190 + index * 60}L${x - 24} ${240 + index * 60}`, kit.dim(steel, 0.16), 4));
  const tower = leg(690) + leg(910) + rect(664, 180, 272, 46, kit.tone(steel, 0.16)) + path('M712 226Q800 150 888 226V330Q800 250 712 330z', kit.tone(steel, 0.16)) + rect(660, 420, 280, 20, kit.dim(steel, 0.16)) + [690, 910].map((x) => circle(x, 134, 24, kit.lit(steel, 0.16)) + rect(x - 28, 146, 56, 12, kit.lit(steel, 0.16))).join('') + times(5, (index) => path(`M${722 + index * 34} 226v-18q14 -20 28 0v18z`, kit.dim(steel, 0.16)));
  const deck = rect(300, 560, 1000, 34, kit.dim(steel, 0.2)) + rect(300, 506, 1000, 10, kit.tone(steel, 0.2)) + times(24, (index) => stroke(`M${300 + index * 42} 560l42 -48M${342 + index * 42} 560l-42 -48`, kit.tone(steel, 0.2), 5));
  const cables = stroke('M690 150Q520 420 280 520M910 150Q1080 420 1320 520', kit.tone(steel, 0.18), 9) + times(9, (index) => rect(320 + index * 40, 500 - index * index * 4.2, 2, 30 + index * index * 4, kit.tone(steel, 0.25)) + rect(1278 - index * 40, 500 - index * index * 4.2, 2, 30 + index * index * 4, kit.tone(steel, 0.25)));
  const block = (side: 1 | -1) => times(3, (index) => {
    const inner = 800 + side * (270 + index * 190);
    const outer = 800 + side * (270 + (index + 1) * 190);
    const [top, topOut] = [200 - index * 150, 200 - (index + 1) * 150];
    const [foot, footOut] = [830 + index * 62, 830 + (index + 1) * 62];
    const wall = ['#8a4a38', '#a4593f', '#7d4433'][index] ?? '#8a4a38';
    const panes = times(15, (cell) => {
      const share = ((cell % 3) + 0.5) / 3;
      const x = inner + (outer - inner) * share;
      const y = top + (topOut - top) * share;
      const high = (foot + (footOut - foot) * share - y) / 5.4;
      return path(`M${n(x - 19)} ${n(y + high * (0.5 + Math.floor(cell / 3)) + high * 0.6)}v${n(-high * 0.5)}q19 -16 38 0v${n(high * 0.5)}z`, kit.pane(0.1 - index * 0.03));
    });
    return polygon([[inner, top], [outer, topOut], [outer, footOut], [inner, foot]], side * (kit.sun[0] - 800) > 0 ? kit.dim(wall, 0.1 - index * 0.03) : kit.tone(wall, 0.1 - index * 0.03)) + panes + polygon([[inner, top - 8], [outer, topOut - 8], [outer, topOut + 12], [inner, top + 12]], kit.lit(wall));
  });
  const cobbles = polygon([[530, 830], [1070, 830], [1640, 1090], [-40, 1090]], kit.tone('#77736f')) + times(90, () => ellipse(kit.random.between(200, 1400), kit.random.between(850, 1060), 22, 5, kit.lit('#8d8984'), 'opacity="0.35"'));
  const far = towers(kit, 560, 1040, 740, [60, 130], 0.62) + empireState(kit, 800, 740, 0.66, 0.52);
  return far + mist(740, 170, 0.5) + tower + deck + cables + rect(0, 826, WIDTH, 260, kit.dim('#77736f')) + cobbles + block(-1) + block(1) + walker(690, 915, 115, kit.ink(), kit.tone('#f0b429')) + couple(880, 960, 140, kit.ink(), kit.tone('#b8473d'));
}

export function brooklynBridge(kit: Kit): string {
  const stone = '#a08a70';
  const far = towers(kit, -20, 640, 800, [120, 300], 0.6) + towers(kit, 960, 1640, 800, [100, 340], 0.6);
  const opening = (x: number) => `M${x - 52} 640V330Q${x - 50} 250 ${x} 210Q${x + 50} 250 ${x + 52} 330V640z`;
  const tower = path(`M560 660L572 120H1028L1040 660z${opening(690)}${opening(910)}`, kit.tone(stone, 0.12), 'fill-rule="evenodd"') + path('M1000 660V120H1028L1040 660z', kit.dim(stone, 0.12)) + [690, 910].map((x) => path(`M${x + 52} 640V330Q${x + 50} 250 ${x} 210Q${x + 36} 250 ${x + 34} 330V640z`, kit.dim(stone, 0.12))).join('') + rect(556, 96, 488, 30, kit.lit(stone, 0.12)) + rect(546, 86, 508, 14, kit.tone(stone, 0.12)) + times(22, (row) => rect(568, 140 + row * 24, 464, 2, kit.dim(stone, 0.12), 'opacity="0.3"'));
  const flag = stroke('M800 88V18', kit.ink(0.1), 4) + path('M802 20q30 -12 56 0v34q-28 12 -56 0z', kit.tone('#b8342f', 0.1)) + rect(802, 22, 24, 16, kit.tone('#2f4f86', 0.1));
  const stays = [-1, 1].map((side) => times(11, (index) => stroke(`M${800 + side * 30} 110L${800 + side * (170 + index * 92)} ${700 + index * 46}`, kit.ink(0.12), 2.6)) + times(9, (index) => stroke(`M${800 + side * (230 + index * 76)} ${190 + index * 46}L${800 + side * (300 + index * 110)} 1080`, kit.ink(0.12), 2, 'opacity="0.8"')) + stroke(`M${800 + side * 130} 110Q${800 + side * 420} 330 ${800 + side * 840} 560`, kit.tone('#b8a488', 0.04), 15)).join('');
  const boards = polygon([[726, 660], [874, 660], [1380, 1090], [220, 1090]], kit.tone('#a98d6c')) + times(22, (index) => rect(0, 664 + index * index * 0.9, WIDTH, 2 + index * 0.12, kit.light.shade, 'opacity="0.26"'));
  const sides = polygon([[726, 660], [560, 660], [-20, 800], [-20, 1090], [220, 1090]], kit.dim('#6b5d52')) + polygon([[874, 660], [1040, 660], [1640, 800], [1640, 1090], [1380, 1090]], kit.dim('#6b5d52'));
  const rail = [-1, 1].map((side) => stroke(`M${800 + side * 78} 640L${800 + side * 640} 1000`, kit.ink(), 7) + stroke(`M${800 + side * 76} 652L${800 + side * 610} 1050`, kit.ink(), 4) + times(12, (index) => rect(800 + side * (80 + (index / 12) ** 1.6 * 540) - 2, 640 + (index / 12) ** 1.6 * 350, 4 + index * 0.6, 26 + index * 11, kit.ink()))).join('');
  return far + mist(790, 260, 0.5) + rect(0, 660, WIDTH, 430, kit.dim('#6b5d52', 0.2)) + flag + tower + sides + boards + stays + rail + person(770, 730, 66, kit.ink()) + walker(842, 790, 100, kit.ink(), kit.tone('#f0b429')) + walker(700, 890, 165, kit.ink(), kit.tone('#47728c'));
}

export function flatiron(kit: Kit): string {
  const stone = '#d3bd9c';
  const faceL = polygon([[772, 880], [772, 120], [500, 300], [500, 850]], kit.sun[0] < 800 ? kit.lit(stone, 0.04) : kit.dim(stone, 0.04));
  const faceR = polygon([[828, 880], [828, 120], [1230, 330], [1230, 850]], kit.sun[0] < 800 ? kit.dim(stone, 0.04) : kit.tone(stone, 0.04));
  const nose = rect(772, 112, 56, 770, kit.tone(stone)) + rect(804, 112, 24, 770, kit.dim(stone), 'opacity="0.5"') + times(17, (row) => rect(784, 164 + row * 42, 12, 26, kit.pane()) + rect(804, 164 + row * 42, 12, 26, kit.pane()));
  const panes = times(17, (row) => times(8, (column) => {
    const left = (column + 0.6) / 8.4;
    const yl = 150 + 180 * left + row * (42 - 9.5 * left);
    const right = (column + 0.6) / 8.4;
    const yr = 150 + 208 * right + row * (42 - 12 * right);
    return rect(772 - left * 272 - 7, yl, 13, 26 - 6 * left, kit.pane(0.06)) + rect(828 + right * 402 - 9, yr, 18, 26 - 7 * right, kit.pane(0.06));
  }));
  const band = (y: number, high: number, color: string) => polygon([[496, 300 + (y - 120) * 0.72], [770, y], [830, y], [1234, 330 + (y - 120) * 0.685], [1234, 330 + (y - 120) * 0.685 + high * 0.7], [830, y + high], [770, y + high], [496, 300 + (y - 120) * 0.72 + high * 0.7]], color);
  const cornice = band(92, 18, kit.lit(stone)) + band(110, 14, kit.dim(stone)) + band(280, 8, kit.lit(stone)) + band(690, 10, kit.lit(stone)) + band(780, 8, kit.dim(stone));
  const around = towers(kit, -20, 470, 850, [260, 470], 0.36) + towers(kit, 1250, 1640, 850, [260, 520], 0.36);
  const cab = (x: number, y: number, scale: number) => at(x, y, scale, ellipse(0, 2, 84, 8, kit.light.shade, 'opacity="0.4"') + path('M-80 -6V-28Q-76 -36 -52 -38L-34 -60H28L48 -38Q76 -36 80 -26V-6z', kit.tone('#f2b518')) + path('M-44 -38L-30 -55H-4V-38zM2 -38V-55H24L38 -38z', kit.dim('#3f5563')) + rect(-12, -68, 24, 9, '#fff0c2') + circle(-48, -6, 14, kit.ink()) + circle(46, -6, 14, kit.ink()) + circle(78, -22, 5, '#fff4cf') + circle(78, -22, 50, 'url(#lamp)', `opacity="${kit.light.lamps}"`));
  const road = rect(0, 846, WIDTH, 240, kit.tone('#68666a')) + polygon([[700, 880], [900, 880], [1080, 940], [520, 940]], kit.lit('#a8a39a')) + times(8, (index) => polygon([[330 + index * 130, 1000], [400 + index * 130, 1000], [410 + index * 140, 1050], [310 + index * 138, 1050]], kit.lit('#e8e4da'), 'opacity="0.7"'));
  return around + mist(830, 260, 0.45) + faceL + faceR + panes + nose + cornice + rect(0, 846, WIDTH, 6, kit.ink(0.2)) + road + roundTree(kit, 420, 900, 190, 0.05) + roundTree(kit, 1310, 900, 210, 0.05) + cab(330, 960, 1.3) + cab(1240, 990, -1.5).replace('scale(-1.5 -1.5)', 'scale(-1.5 1.5)') + walker(790, 985, 120, kit.ink(), kit.tone('#b8473d')) + person(850, 935, 82, kit.ink());
}

export function bowBridge(kit: Kit): string {
  const fall = ['#d9822b', '#c9562c', '#e8b03a', '#a8402c', '#7f8f3f'] as const;
  const grove = (from: number, to: number, y: number, size: number, depth: number) => times((to - from) / (size * 0.5), (index) => roundTree(kit, from + index * size * 0.5, y + kit.random.between(-14, 10), size * kit.random.between(0.8, 1.15), depth, kit.random.pick(fall)));
  const sanRemo = at(1090, 640, 1.1, rect(-90, -120, 180, 130, kit.tone('#b8a48c', 0.46)) + [-58, 58].map((dx) => rect(dx - 28, -250, 56, 140, kit.tone('#b8a48c', 0.46)) + rect(dx - 16, -286, 32, 38, kit.tone('#b8a48c', 0.46)) + path(`M${dx - 14} -286Q${dx} -324 ${dx + 14} -286z`, kit.tone('#8f9a94', 0.46)) + windows(kit, dx - 20, -236, [3, 7], [7, 10], [16, 18], 0.46)).join('') + windows(kit, -78, -104, [9, 5], [7, 10], [18, 20], 0.46));
  const white = '#f0e8d6';
  const span = path('M380 800V760Q440 745 520 712Q800 610 1080 712Q1160 745 1220 760V800H1130Q980 706 800 704Q620 706 470 800z', kit.tone(white, 0.04)) + path('M470 800Q620 706 800 704Q980 706 1130 800H1110Q970 722 800 720Q630 722 490 800z', kit.dim(white, 0.04)) + stroke('M380 738Q450 722 520 688Q800 588 1080 688Q1150 722 1220 738', kit.lit(white), 9) + times(30, (index) => {
    const t = (index + 0.5) / 30;
    const x = 400 + t * 800;
    const y = 742 - Math.sin(t * Math.PI) * 118;
    return circle(x, y + 6, 9, 'none', `stroke="${kit.lit(white)}" stroke-width="3.5"`);
  }) + [380, 1220].map((x) => rect(x - 16, 708, 32, 96, kit.lit(white)) + ellipse(x, 706, 30, 12, kit.tone(white))).join('');
  const bridge = span + couple(770, 640, 74, kit.ink(), kit.tone('#b8473d'));
  const boat = at(980, 900, 1.3, path('M-90 -16Q0 0 90 -16Q70 14 40 16H-40Q-70 14 -90 -16z', kit.tone('#8a5a3a')) + seated(-20, -4, 60, kit.ink()) + stroke('M-6 -22L-70 20M6 -22L90 24', kit.ink(), 4));
  const woods = grove(-20, 1640, 760, 210, 0.34) + mist(760, 120, 0.4) + grove(-40, 400, 800, 270, 0.12) + grove(1220, 1660, 800, 270, 0.12);
  const leaves = times(70, () => ellipse(kit.random.between(0, WIDTH), kit.random.between(830, 1060), kit.random.between(5, 11), 3.4, kit.tone(kit.random.pick(fall)), 'opacity="0.85"'));
  return towers(kit, -20, 1640, 680, [60, 180], 0.66) + sanRemo + mist(680, 140, 0.5) + woods + bridge + water(kit, 796, { mirrored: woods + bridge, glitter: false }) + leaves + boat;
}

export function bushwickMural(kit: Kit): string {
  const colors = ['#ff4f79', '#ffb22e', '#2ec4b6', '#5a3ea8', '#f7f3e8', '#1f8fe0'] as const;
  const rays = times(26, (index) => `<g transform="rotate(${n(index * 13.85)} 800 560)">${polygon([[770, -400], [830, -400], [800, 560]], colors[index % colors.length] ?? '#ff4f79', 'opacity="0.85"')}</g>`);
  const profile = path('M640 930Q650 800 600 760Q520 700 520 560Q520 330 740 290Q900 268 990 370Q1030 420 1022 500L1060 580Q1066 604 1034 610L1030 650Q1040 664 1028 676L1030 700Q1026 760 950 752L900 750Q890 840 930 930z', '#241a4a') + path('M700 930Q720 800 680 730Q600 690 606 560Q620 390 780 360Q900 350 950 420Q980 470 968 520L1000 588L966 606L960 660L940 700Q880 716 830 690Q810 800 850 930z', '#5a3ea8') + path('M790 930Q800 820 770 700Q680 660 700 550Q730 450 830 440Q890 440 910 490Q900 560 880 600L870 660Q830 660 800 650z', '#ff4f79');
  const eye = path('M880 520Q930 480 980 520Q930 552 880 520z', '#f7f3e8') + circle(934, 518, 17, '#1f8fe0') + circle(934, 518, 8, '#14101f');
  const hair = times(13, (index) => stroke(`M${600 + index * 26} ${400 - Math.sin((index / 12) * 3.1) * 110}q${-70 + index * 8} -130 ${-150 + index * 26} ${-150 + (index % 3) * 40}`, colors[index % colors.length] ?? '#ffb22e', 27));
  const bird = (x: number, y: number, scale: number, color: string) => at(x, y, scale, path('M-80 10Q-20 -40 40 -10L70 -26L64 0Q50 40 0 36Q-40 36 -80 10zM-10 0Q20 -90 80 -110Q60 -40 30 0z', color) + circle(46, -4, 5, '#14101f'));
  const art = rect(0, 0, WIDTH, 940, '#2ec4b6') + rays + circle(800, 560, 330, '#ffb22e') + hair + profile + eye + bird(330, 420, 1.5, '#f7f3e8') + bird(1290, 300, 1.3, '#241a4a') + bird(1330, 640, 1, '#ff4f79') + drips(kit, 560, 740, 400, '#241a4a') + times(30, () => circle(kit.random.between(100, 1500), kit.random.between(200, 900), kit.random.between(3, 12), kit.random.pick(colors)));
  const shutter = rect(140, 660, 220, 260, kit.dim('#5a5f68')) + times(16, (row) => rect(140, 664 + row * 16, 220, 3, kit.ink(), 'opacity="0.35"')) + stroke('M160 830Q190 720 230 820T320 790', '#ffb22e', 16) + stroke('M170 860q70 -40 160 0', '#f7f3e8', 8);
  const hydrant = at(1240, 985, 1, rect(-17, -78, 34, 78, kit.tone('#c9342f')) + rect(-26, -8, 52, 10, kit.dim('#c9342f')) + rect(-28, -60, 56, 16, kit.tone('#c9342f')) + path('M-17 -78Q0 -104 17 -78z', kit.lit('#c9342f')));
  return houses(kit, { from: -20, to: 1640, y: 300, height: [120, 200], width: [140, 200], depth: 0.3, roof: 'flat' }) + paintedWall(kit, { x: -10, y: 190, width: 1620, height: 730 }, '#9a6a52', art) + rect(-10, 176, 1620, 18, kit.lit('#b9ab9c')) + shutter + street(kit, 915) + hydrant + stroke('M1460 985V120', kit.ink(), 12) + stroke('M-20 150Q700 220 1460 130T1640 150', kit.ink(), 3) + walker(1010, 990, 185, kit.ink(), kit.tone('#f0b429')) + person(460, 985, 178, kit.ink(), kit.tone('#2f4f86'));
}

export function caffeReggio(kit: Kit): string {
  const green = '#1f5a44';
  const upper = rect(0, 0, WIDTH, 920, kit.tone('#9a4a38')) + times(22, (row) => rect(0, row * 20, WIDTH, 2, kit.light.shade, 'opacity="0.2"')) + windows(kit, 130, 40, [5, 1], [130, 230], [300, 0]) + times(5, (index) => rect(116 + index * 300, 268, 158, 18, kit.lit('#d3bd9c')) + rect(116 + index * 300, 20, 158, 20, kit.lit('#d3bd9c')) + rect(192 + index * 300, 40, 6, 230, kit.lit('#efe6d4')));
  const escape = [1090].map((x) => rect(x, 290, 330, 10, kit.ink()) + times(17, (bar) => rect(x + bar * 20, 200, 4, 92, kit.ink())) + rect(x, 196, 330, 6, kit.ink()) + stroke(`M${x + 40} 290L${x + 260} 40M${x + 70} 290L${x + 290} 40`, kit.ink(), 6) + times(9, (step) => stroke(`M${x + 52 + step * 24} ${276 - step * 27}h30`, kit.ink(), 4))).join('');
  const front = rect(120, 380, 1360, 540, kit.tone(green)) + rect(100, 366, 1400, 30, kit.lit(green)) + rect(100, 470, 1400, 10, kit.lit('#d9b45a')) + glassFront(kit, 190, 520, 440, 340, green, 4) + glassFront(kit, 970, 520, 440, 340, green, 4) + glassFront(kit, 710, 500, 180, 420, green, 1);
  return upper + escape + front + awning(kit, 140, 420, 1320, 84, ['#1f5a44', '#1a4d3a'], 90) + paving(kit, 905, '#8f8a84') + tableSet(kit, 300, 1000, 1.4, '#7a4a2c') + tableSet(kit, 600, 1024, 1.4, '#7a4a2c') + tableSet(kit, 1240, 1010, 1.4, '#7a4a2c') + seated(1160, 1014, 155, kit.ink(), kit.tone('#f0b429')) + pottedPlant(kit, 680, 985, 1.5, '#7a4a2c') + pottedPlant(kit, 930, 985, 1.5, '#7a4a2c') + lantern(kit, 90, 1000, 640, kit.ink()) + walker(860, 1040, 265, kit.ink(), kit.tone('#47728c')) + circle(800, 700, 300, 'url(#lamp)', `opacity="${n(kit.light.lamps * 0.5)}"`) + ellipse(800, HEIGHT, 600, 60, 'url(#lamp)', `opacity="${n(kit.light.lamps * 0.5)}"`);
}
