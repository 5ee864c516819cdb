import { archBridge } from '../bridges.ts';
import { awning, glassFront } from '../cafe.ts';
import { ground, paving, ridge, water } from '../ground.ts';
import type { Kit } from '../kit.ts';
import { person, underUmbrella, walker } from '../people.ts';
import { roundTree, treeline } from '../plants.ts';
import { mist } from '../sky.ts';
import { at, circle, HEIGHT, n, path, polygon, rect, stroke, times, WIDTH } from '../svg.ts';
import { houses, lantern, windows } from '../town.ts';

/** Castle Rock with the castle on it; (x, y) is the middle of the rock's foot, 560 wide at scale 1. */
export function castleRock(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const rock = path('M-300 0L-262 -70L-236 -84L-214 -150L-180 -166H170L196 -140L218 -92L262 -60L300 0z', kit.tone('#5f5d58', depth)) + path('M60 0L90 -90L130 -166H170L196 -140L218 -92L262 -60L300 0z', kit.dim('#5f5d58', depth)) + times(9, (index) => stroke(`M${-230 + index * 52} ${-130 + (index % 3) * 20}l${12 - (index % 4) * 8} ${70 + (index % 2) * 30}`, kit.dim('#5f5d58', depth), 3, 'opacity="0.6"'));
  const stone = '#8f8474';
  const block = (left: number, width: number, top: number, teeth: boolean) => rect(left, top, width, -160 - top, kit.tone(stone, depth)) + rect(left + width * 0.62, top, width * 0.38, -160 - top, kit.dim(stone, depth), 'opacity="0.6"') + windows(kit, left + 7, top + 12, [Math.floor(width / 17), Math.max(1, Math.floor((-165 - top) / 24))], [5, 9], [17, 23], depth) + (teeth ? times(width / 9, (index) => rect(left + index * 9, top - 5, 5, 6, kit.tone(stone, depth))) : polygon([[left - 2, top], [left + width * 0.3, top - 24], [left + width * 0.7, top - 24], [left + width + 2, top]], kit.tone(kit.palette.roof, depth)));
  const walls = block(-206, 70, -196, true) + block(-140, 62, -232, false) + block(-84, 92, -218, false) + block(4, 40, -262, true) + block(40, 96, -236, false) + block(126, 46, -204, true);
  const battery = path('M-206 -166Q-150 -196 -84 -180V-150H-206z', kit.dim(stone, depth)) + stroke('M24 -264v-34', kit.ink(depth), 2) + path('M25 -298h22v13h-22z', kit.tone('#2f4f86', depth));
  return at(x, y, scale, walls + battery + rock);
}

/** The clock tower of the Balmoral and the far spires: what marks Princes Street. */
function balmoral(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const stone = '#9a8c78';
  const clock = circle(0, -168, 13, kit.light.lamps > 0.2 ? '#ffe7b0' : kit.lit('#f2ead8', depth)) + stroke('M0 -168v-8M0 -168h6', kit.ink(depth), 1.6);
  return at(x, y, scale, rect(-90, -90, 180, 95, kit.tone(stone, depth)) + windows(kit, -80, -78, [10, 4], [8, 12], [17, 21], depth) + rect(-24, -196, 48, 200, kit.tone(stone, depth)) + rect(6, -196, 18, 200, kit.dim(stone, depth), 'opacity="0.6"') + path('M-24 -196Q-20 -222 -10 -226L0 -250L10 -226Q20 -222 24 -196z', kit.dim(kit.palette.roof, depth)) + clock);
}

function spire(kit: Kit, x: number, y: number, height: number, depth: number): string {
  return polygon([[x - height * 0.1, y], [x - height * 0.08, y - height * 0.5], [x, y - height], [x + height * 0.08, y - height * 0.5], [x + height * 0.1, y]], kit.dim('#6f675c', depth));
}

export function caltonHill(kit: Kit): string {
  const stone = '#a89c88';
  const columns = times(8, (index) => rect(-94 + index * 24.4, -206, 13, 130, index > 4 ? kit.dim(stone) : kit.lit(stone)));
  const monument = rect(-132, -26, 264, 32, kit.tone(stone)) + rect(-116, -76, 232, 52, kit.tone(stone)) + rect(-78, -206, 156, 132, kit.light.shade, 'opacity="0.35"') + columns + rect(-108, -232, 216, 28, kit.tone(stone)) + rect(-112, -240, 224, 10, kit.lit(stone)) + path('M-100 -240Q-80 -274 -30 -282H30Q80 -274 100 -240z', kit.dim(stone)) + path('M-16 -282Q-20 -306 0 -316Q20 -306 16 -282z', kit.tone(stone));
  const town = houses(kit, { from: 300, to: 1640, y: 750, height: [30, 84], width: [26, 54], depth: 0.46, roof: 'gable', lift: (along) => 20 + Math.sin(along * 3) * 34 });
  const far = ridge(kit, 650, 70, kit.tone('#6d7a70', 0.82), 1.3);
  const spires = spire(kit, 880, 690, 150, 0.5) + spire(kit, 1010, 690, 120, 0.55) + spire(kit, 700, 690, 110, 0.55);
  const hill = path('M-20 800Q240 740 470 790Q900 860 1640 960V1080H-20z', kit.tone('#77803f')) + path('M-20 900Q400 860 900 950T1640 1010V1080H-20z', kit.dim('#6d7a40'));
  return far + castleRock(kit, 1240, 730, 1.05, 0.42) + spires + mist(720, 130, 0.55) + balmoral(kit, 740, 735, 1.05, 0.3) + town + mist(780, 110, 0.45) + hill + at(330, 800, 1.7, monument) + person(640, 870, 90, kit.ink()) + person(680, 874, 84, kit.ink(), kit.tone('#8f3b4a'));
}

export function vennelSteps(kit: Kit): string {
  const castle = castleRock(kit, 800, 660, 1.75, 0.3) + treeline(kit, 280, 1320, 690, 60, 0.32);
  const steps = times(13, (index) => {
    const y = 690 + (index / 13) ** 1.35 * 390;
    const half = 190 + (index / 13) ** 1.35 * 430;
    const height = 12 + index * 3;
    return rect(800 - half, y, half * 2, height, kit.lit('#8d857a', 0.14 - index * 0.01)) + rect(800 - half, y + height, half * 2, height * 1.4, kit.dim('#6d665e', 0.14 - index * 0.01));
  });
  const wall = (side: 1 | -1) => {
    const color = side * (kit.sun[0] - 800) > 0 ? kit.dim('#8a8073') : kit.tone('#8a8073');
    const face = polygon([[800 + side * 186, 700], [800 + side * 196, 520], [800 + side * 430, 330], [800 + side * 840, 40], [800 + side * 840, 1090], [800 + side * 640, 1090]], color);
    const courses = times(70, () => {
      const share = kit.random.next();
      const x = 800 + side * (210 + share * 590);
      const y = 540 - share * 400 + kit.random.next() * (200 + share * 760);
      return rect(x, y, 20 + share * 46, 9 + share * 18, kit.light.shade, 'opacity="0.13" rx="3"');
    });
    return face + courses;
  };
  const rail = stroke('M798 720L790 1067', kit.ink(), 8) + times(5, (index) => rect(793 - index * 1.4, 740 + index * index * 15, 7 + index, 90 + index * 12, kit.ink()));
  return castle + mist(700, 150, 0.5) + rect(0, 688, WIDTH, 400, kit.dim('#6d665e')) + steps + wall(-1) + wall(1) + rail + lantern(kit, 1090, 880, 420, kit.ink()) + underUmbrella(640, 930, 190, kit.ink(), kit.tone('#8f3b4a'));
}

export function arthursSeat(kit: Kit): string {
  const crags = path('M-20 700L60 640L200 560L420 486L640 470L700 520L760 640L800 700z', kit.tone('#7d6a55', 0.24)) + times(30, (index) => stroke(`M${70 + index * 22} ${640 - Math.min(index, 20) * 8}l${6 + (index % 3) * 5} ${60 + (index % 4) * 18}`, kit.dim('#7d6a55', 0.24), 7, 'opacity="0.5"')) + path('M-20 760Q300 640 800 660V900H-20z', kit.tone('#7f8446', 0.2));
  const seat = path('M520 760L700 640L860 520L960 400L1020 330L1080 306L1130 330L1200 400L1320 470L1460 560L1640 640V900H520z', kit.tone('#75793f', 0.12)) + path('M1080 306L1130 330L1200 400L1320 470L1460 560L1640 640V900H1000Q1080 640 1060 480z', kit.dim('#6d703c', 0.12)) + path('M1010 338L1080 306L1136 336L1110 372L1060 360L1030 384z', kit.dim('#6b6358', 0.1));
  const path_ = stroke('M500 1010Q760 880 820 780T980 560T1060 400', kit.lit('#c9b790', 0.1), 9, 'stroke-dasharray="1 0"');
  const figures = person(1078, 308, 26, kit.ink()) + person(1096, 310, 24, kit.ink()) + walker(830, 790, 56, kit.ink()) + walker(716, 872, 74, kit.ink(), kit.tone('#8f3b4a'));
  const gorse = times(60, () => circle(kit.random.between(-10, 1610), kit.random.between(930, 1060), kit.random.between(8, 22), kit.tone(kit.random.next() > 0.55 ? '#e0b52a' : '#66702f')));
  return ridge(kit, 660, 50, kit.tone('#6d7a80', 0.86), 1) + water(kit, 690, { to: 760, glitter: false }) + mist(720, 90, 0.5) + seat + mist(830, 150, 0.25) + crags + ridge(kit, 890, 50, kit.tone('#7d8442'), 0.8) + path_ + ridge(kit, 1010, 40, kit.dim('#6d7a40'), 1.2) + figures + gorse;
}

export function victoriaStreet(kit: Kit): string {
  const colors = ['#b8342f', '#2f5f8a', '#e0a52c', '#3f7f5a', '#8a4a7a', '#d97a4a', '#2f8a8a', '#c9586a', '#5a6a3f'] as const;
  const shops = times(9, (index) => {
    const left = 60 + index * 172 - index * index * 2;
    const width = 168 - index * 4;
    const foot = 960 - Math.sin((index / 8) * 1.5) * 190;
    const high = 270 - index * 12;
    const color = colors[index] ?? colors[0];
    const upper = rect(left, foot - high - 330 + index * 16, width, 340, kit.tone(index % 2 ? '#a3957f' : '#8f8372', index * 0.03)) + windows(kit, left + width * 0.16, foot - high - 280 + index * 16, [2, 3], [width * 0.24, 58], [width * 0.44, 92], index * 0.03);
    const gable = polygon([[left, foot - high - 328 + index * 16], [left + width / 2, foot - high - 420 + index * 16], [left + width, foot - high - 328 + index * 16]], kit.tone(kit.palette.roof, index * 0.03));
    const front = rect(left, foot - high, width, high + 20, kit.tone(color)) + rect(left, foot - high, width, 14, kit.lit(color)) + rect(left + 12, foot - high + 60, width * 0.5, high - 100, kit.light.lamps > 0.2 ? '#ffcf7d' : kit.dim('#55636b')) + rect(left + width * 0.66, foot - high + 60, width * 0.24, high - 60, kit.dim(color)) + rect(left + width * 0.7, foot - high + 74, width * 0.16, high * 0.4, kit.light.lamps > 0.2 ? '#ffdf9e' : kit.dim('#55636b')) + rect(left, foot - high + 30, width, 8, kit.light.shade, 'opacity="0.3"');
    return gable + upper + front + circle(left + width * 0.38, foot - high + 120, 120, 'url(#lamp)', `opacity="${n(kit.light.lamps * 0.8)}"`);
  });
  const terrace = rect(0, 366, WIDTH, 26, kit.lit('#b3a893', 0.1)) + times(50, (index) => rect(index * 33, 336, 5, 32, kit.ink(0.1))) + rect(0, 332, WIDTH, 5, kit.ink(0.1));
  const back = houses(kit, { from: -20, to: 1640, y: 380, height: [120, 250], width: [90, 150], depth: 0.34, roof: 'gable' });
  const road = path('M-20 985Q420 960 860 850T1640 760V1080H-20z', kit.tone('#6f6a66')) + times(18, (index) => stroke(`M-20 ${1000 + index * 14}Q440 ${980 + index * 10} 900 ${870 + index * 14}T1640 ${780 + index * 22}`, kit.dim('#5d5955'), 2, 'opacity="0.5"'));
  return back + terrace + rect(0, 390, WIDTH, 600, kit.dim('#8a7f70')) + shops + road + underUmbrella(560, 1000, 185, kit.ink(), kit.tone('#e0a52c')) + walker(1010, 920, 130, kit.ink(), kit.tone('#2f5f8a')) + walker(1250, 880, 105, kit.ink());
}

export function deanVillage(kit: Kit): string {
  const red = '#a0604a';
  const gabled = (x: number, y: number, width: number, height: number, wall: string) => {
    const steps = times(6, (index) => rect(x + (index * width) / 12, y - height - 24 * (index + 1), width - (index * width) / 6, 26, kit.tone(wall, 0.12)));
    return rect(x, y - height, width, height, kit.tone(wall, 0.12)) + steps + rect(x + width * 0.66, y - height, width * 0.34, height, kit.dim(wall, 0.12), 'opacity="0.6"') + windows(kit, x + width * 0.14, y - height + 24, [3, Math.floor(height / 84)], [width * 0.13, 44], [width * 0.28, 80], 0.1) + rect(x + width * 0.44, y - height - 90, width * 0.12, 40, kit.pane(0.1));
  };
  const court = gabled(640, 790, 190, 300, '#b98a62') + rect(820, 540, 320, 250, kit.tone('#b98a62', 0.14)) + polygon([[810, 544], [860, 440], [1100, 440], [1150, 544]], kit.tone('#8a4f3f', 0.14)) + windows(kit, 846, 572, [6, 3], [24, 42], [49, 72], 0.12) + gabled(1120, 790, 220, 380, red) + rect(1200, 250, 60, 170, kit.tone(red, 0.12)) + polygon([[1190, 254], [1230, 130], [1270, 254]], kit.tone(kit.palette.roof, 0.12)) + circle(1230, 320, 19, kit.light.lamps > 0.2 ? '#ffe7b0' : kit.lit('#f2ead8'));
  const mill = gabled(170, 800, 240, 330, '#94897a');
  const bridge = archBridge(kit, { from: 380, to: 700, top: 720, foot: 822, count: 1, color: '#8a7f70', depth: 0.1, rise: 0.7 });
  const banks = path('M-20 790Q260 770 420 830Q520 900 420 1080H-20z', kit.dim(kit.palette.leaf)) + path('M1640 770Q1200 780 1080 830Q1010 900 1180 1080H1640z', kit.dim('#5f6d42'));
  const weir = times(36, () => stroke(`M${n(kit.random.between(440, 1060))} ${n(kit.random.between(905, 930))}v${n(kit.random.between(12, 34))}`, '#ffffff', 5, 'opacity="0.5"'));
  return treeline(kit, -20, 1640, 640, 190, 0.4) + mist(700, 140, 0.5) + court + mill + bridge + water(kit, 818, { mirrored: court }) + weir + banks + roundTree(kit, 80, 860, 430) + roundTree(kit, 1500, 900, 520, 0, '#a8803a') + roundTree(kit, 1350, 860, 240, 0.05, '#b8903f');
}

export function edinburghSkyline(kit: Kit): string {
  const old = houses(kit, { from: -20, to: 1000, y: 760, height: [70, 150], width: [30, 56], depth: 0.4, roof: 'gable', lift: (along) => 30 + along * 90 });
  const crown = at(560, 640, 1, rect(-26, -90, 52, 100, kit.tone('#7d7265', 0.35)) + path('M-26 -90Q-20 -130 0 -140Q20 -130 26 -90L18 -90Q12 -116 0 -122Q-12 -116 -18 -90z', kit.tone('#7d7265', 0.35)) + rect(-3, -160, 6, 26, kit.tone('#7d7265', 0.35)));
  const scott = at(330, 905, 1.5, polygon([[-70, 0], [-60, -90], [-30, -100], [-24, -220], [0, -320], [24, -220], [30, -100], [60, -90], [70, 0], [36, 0], [0, -60], [-36, 0]], kit.dim('#4d463f', 0.06)) + times(4, (index) => polygon([[-68 + index * 42, -88], [-60 + index * 42, -150], [-52 + index * 42, -88]], kit.dim('#4d463f', 0.06))));
  const garden = ground(kit, 890, '#6d7f45') + treeline(kit, -20, 1640, 910, 100, 0.12);
  return ridge(kit, 700, 120, kit.tone('#6d7a70', 0.8), 0.8) + mist(720, 120, 0.5) + crown + spire(kit, 800, 600, 190, 0.36) + spire(kit, 260, 690, 120, 0.46) + castleRock(kit, 1190, 800, 1.35, 0.26) + old + mist(810, 140, 0.55) + balmoral(kit, 90, 900, 1.45, 0.14) + garden + scott + path(`M-20 1000Q700 960 1640 1010V${HEIGHT + 10}H-20z`, kit.dim('#4f5c34'));
}

export function edinburghCafe(kit: Kit): string {
  const wall = rect(0, 0, WIDTH, 900, kit.tone('#8f8372')) + times(150, () => rect(kit.random.between(-20, WIDTH), Math.floor(kit.random.between(0, 22)) * 40, kit.random.between(50, 110), 38, kit.random.next() > 0.5 ? kit.dim('#8f8372') : kit.lit('#8f8372'), 'opacity="0.3"'));
  const upper = windows(kit, 150, 60, [5, 1], [120, 220], [290, 0]) + times(5, (index) => rect(138 + index * 290, 276, 144, 16, kit.lit('#b3a58c')) + rect(206 + index * 290, 60, 7, 220, kit.lit('#e8e0d0')));
  const front = rect(90, 350, 1420, 550, kit.tone('#233f5c')) + rect(70, 342, 1460, 74, kit.lit('#2f5277')) + rect(70, 416, 1460, 8, kit.lit('#d9b45a')) + glassFront(kit, 140, 480, 460, 340, '#233f5c', 3) + glassFront(kit, 1000, 480, 460, 340, '#233f5c', 3) + glassFront(kit, 700, 470, 200, 430, '#1c334a', 1);
  const wet = paving(kit, 890, '#6a6763') + rect(700, 895, 200, 172, '#ffcf7d', 'opacity="0.2"') + rect(150, 895, 440, 130, '#ffcf7d', 'opacity="0.13"') + rect(1010, 895, 440, 130, '#ffcf7d', 'opacity="0.13"');
  const rain = times(130, () => stroke(`M${n(kit.random.between(-20, 1620))} ${n(kit.random.between(-20, 1040))}l-9 46`, '#ffffff', 1.6, 'opacity="0.28"'));
  return wall + upper + front + awning(kit, 130, 424, 480, 60, ['#233f5c', '#e8dfc9']) + awning(kit, 990, 424, 480, 60, ['#233f5c', '#e8dfc9']) + wet + lantern(kit, 650, 1000, 620, kit.ink()) + underUmbrella(350, 1015, 290, kit.ink(), kit.tone('#b8342f')) + underUmbrella(1180, 1030, 310, kit.ink(), kit.tone('#d9b45a')) + rain;
}
