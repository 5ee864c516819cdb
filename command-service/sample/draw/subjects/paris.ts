import { archBridge } from '../bridges.ts';
import { awning, glassFront, tableSet } from '../cafe.ts';
import { ground, paving, ridge, water } from '../ground.ts';
import type { Kit } from '../kit.ts';
import { couple, person, seated, walker } from '../people.ts';
import { roundTree, treeline } from '../plants.ts';
import { lampGlow, mist } from '../sky.ts';
import { at, circle, ellipse, faded, HEIGHT, n, path, polygon, rect, stroke, times, WIDTH } from '../svg.ts';
import { house, houses, lantern, windows } from '../town.ts';
import { paintedWall, street } from '../wall.ts';

/** The tower in metres: 330 high at scale 1, its middle at x. */
export function eiffel(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const iron = '#7a5f4a';
  const lights = kit.light.lamps > 0.6;
  const color = lights ? '#e2a74a' : kit.tone(iron, depth);
  const shade = lights ? '#9a6a2c' : kit.dim(iron, depth);
  const lattice = kit.light.lamps > 0.6 ? '#ffe2a0' : kit.lit(iron, depth);
  const outline = 'M-62 0Q-45 -34 -34 -57L-19 -116Q-9 -170 -4 -276H4Q9 -170 19 -116L34 -57Q45 -34 62 0H37A37 40 0 0 0 -37 0z';
  const holes = 'M-22 -64L-9 -111H9L22 -64zM-8 -121L0 -186L8 -121z';
  const crosses = (from: number, to: number, half: (height: number) => number, step: number) => times((to - from) / step, (index) => {
    const [low, high] = [from + index * step, from + (index + 1) * step];
    return [-1, 1].map((side) => `M${n(side * half(low))} ${-low}L${n(side * half(high) * 0.66)} ${-high}M${n(side * half(low) * 0.66)} ${-low}L${n(side * half(high))} ${-high}`).join('');
  });
  const web = crosses(44, 57, (height) => 34 + (57 - height) * 0.7, 6.5) + crosses(58, 114, (height) => 34 - (height - 57) * 0.25, 7) + crosses(118, 268, (height) => 17 * ((276 - height) / 160) ** 1.25 + 3.4, 8);
  const legs = stroke('M-58 0Q-44 -30 -37 -50M-42 -4Q-36 -30 -30 -46M58 0Q44 -30 37 -50M42 -4Q36 -30 30 -46', lattice, 1, 'opacity="0.7"');
  const platforms = rect(-37, -62, 74, 6, shade) + rect(-35, -66, 70, 4, color) + rect(-21, -120, 42, 5, shade) + rect(-7, -280, 14, 6, shade) + rect(-4, -290, 8, 11, color) + stroke('M0 -290V-330', shade, 1.6);
  return at(x, y, scale, path(outline + holes, color, 'fill-rule="evenodd"') + path('M0 -276H4Q9 -170 19 -116L34 -57Q45 -34 62 0H37Q30 -36 22 -64L9 -111L8 -121L0 -186z', shade, 'opacity="0.55"') + stroke(web, lattice, 0.9, 'opacity="0.75"') + legs + platforms);
}

export function parisSkyline(kit: Kit): string {
  const far = houses(kit, { from: -20, to: 1640, y: 700, height: [22, 46], width: [30, 60], depth: 0.66, roof: 'mansard' });
  const rows = times(4, (index) => houses(kit, { from: -30 - index * 20, to: 1660, y: 800 + index * 80, height: [80, 108], width: [110 + index * 26, 180 + index * 30], depth: 0.44 - index * 0.13, roof: 'mansard' }));
  const pots = times(46, () => {
    const x = kit.random.between(0, WIDTH);
    return rect(x, 965 - kit.random.between(0, 30), 10, 46, kit.tone('#b8643f'));
  });
  return ridge(kit, 680, 40, kit.tone('#7b8a94', 0.85), 1.3) + far + mist(690, 110, 0.5) + eiffel(kit, 1060, 770, 1.92, 0.14) + rows + pots + rect(0, 1010, WIDTH, 60, kit.dim('#6c7688')) + rect(0, 1004, WIDTH, 8, kit.lit('#8d97a6'));
}

export function trocadero(kit: Kit): string {
  const lawns = polygon([[640, 760], [960, 760], [1220, 900], [380, 900]], kit.tone('#7f9a58', 0.2)) + polygon([[740, 760], [860, 760], [960, 900], [640, 900]], kit.tone(kit.palette.water, 0.2));
  const trees = treeline(kit, -20, 620, 790, 120, 0.3) + treeline(kit, 990, 1640, 790, 120, 0.3) + treeline(kit, -20, 460, 880, 140, 0.16) + treeline(kit, 1150, 1640, 880, 140, 0.16);
  const jets = times(14, (index) => stroke(`M${650 + index * 23} 880q${index < 7 ? -14 : 14} -110 ${index < 7 ? -36 : 36} -10`, '#ffffff', 4, 'opacity="0.45"'));
  const terrace = paving(kit, 905, '#d8ccb4') + rect(0, 896, WIDTH, 14, kit.lit('#efe5d0'));
  const gilt = [150, 1450].map((x) => at(x, 925, 1.6, rect(-26, -54, 52, 56, kit.tone('#d9cdb5')) + rect(-30, -60, 60, 8, kit.lit('#efe5d0')) + person(0, -58, 86, kit.lit('#d9a53a')))).join('');
  return houses(kit, { from: -20, to: 1640, y: 770, height: [26, 50], width: [60, 110], depth: 0.56, roof: 'mansard' }) + mist(780, 120, 0.5) + eiffel(kit, 800, 800, 2.25, 0.12) + lawns + trees + jets + terrace + gilt + couple(640, 1010, 118, kit.ink(), kit.tone('#b8342f'));
}

export function louvre(kit: Kit): string {
  const stone = '#d9cab0';
  const wing = (x: number, width: number, height: number) => rect(x, 720 - height, width, height + 20, kit.tone(stone, 0.16)) + rect(x - 6, 720 - height - 12, width + 12, 14, kit.lit(stone, 0.16)) + polygon([[x, 708 - height], [x + 30, 640 - height], [x + width - 30, 640 - height], [x + width, 708 - height]], kit.tone(kit.palette.roof, 0.16)) + windows(kit, x + 20, 720 - height + 28, [Math.floor(width / 46), 2], [20, 66], [46, 110], 0.12) + times(Math.floor(width / 46), (index) => rect(x + 9 + index * 46, 720 - height, 5, height, kit.lit(stone, 0.16))) + rect(x, 720 - height * 0.52, width, 8, kit.lit(stone, 0.16));
  const palace = wing(-20, 560, 220) + wing(1060, 580, 220) + wing(520, 560, 240) + [[520, 0], [960, 0]].map(([x = 0]) => wing(x, 130, 290)).join('') + path('M640 412Q720 330 800 326Q880 330 960 412z', kit.tone(kit.palette.roof, 0.16));
  const glass = kit.light.lamps > 0.4;
  const pyramid = (x: number, y: number, half: number) => {
    const apex = y - half * 0.92;
    const lines = times(11, (index) => {
      const t = (index + 1) / 12;
      return `M${n(x - half + half * t)} ${n(y - (y - apex) * t)}L${n(x - half + half * t + 2 * half * (1 - t))} ${n(y)}M${n(x + half - half * t)} ${n(y - (y - apex) * t)}L${n(x + half - half * t - 2 * half * (1 - t))} ${n(y)}`;
    });
    return circle(x, y - half * 0.3, half * 1.5, 'url(#lamp)', `opacity="${glass ? 0.8 : 0}"`) + polygon([[x - half, y], [x, apex], [x + half, y]], glass ? '#f2b95e' : kit.lit('#a9c6d2'), 'opacity="0.92"') + polygon([[x, apex], [x + half, y], [x + half * 0.16, y]], glass ? '#c98a3c' : kit.tone('#7fa3b5'), 'opacity="0.7"') + stroke(lines, glass ? '#5a3c22' : kit.dim('#5d7886'), 2, 'opacity="0.55"') + stroke(`M${x - half} ${y}L${x} ${apex}L${x + half} ${y}`, kit.ink(), 4);
  };
  const shapes = palace + pyramid(800, 800, 330) + pyramid(240, 790, 84) + pyramid(1370, 790, 84);
  const basin = water(kit, 806, { glitter: false, mirrored: `${palace}${pyramid(800, 800, 330)}` });
  const rim = polygon([[-20, 800], [1620, 800], [1620, 812], [-20, 812]], kit.lit('#b8ad9a')) + path('M-20 1000Q800 1050 1620 1000V1080H-20z', kit.dim('#8d8474'));
  return shapes + basin + rim + lampGlow(kit, 800, 830, 360) + walker(1110, 1020, 120, kit.ink()) + person(520, 802, 52, kit.ink()) + person(548, 802, 50, kit.ink()) + walker(1240, 804, 54, kit.ink());
}

export function cafeDeFlore(kit: Kit): string {
  const stone = '#e6d9c2';
  const upper = rect(0, 0, WIDTH, 560, kit.tone(stone)) + times(6, (index) => {
    const x = 70 + index * 270;
    return rect(x - 14, 20, 138, 300, kit.lit('#f3ead8')) + rect(x, 34, 110, 290, kit.pane()) + rect(x - 14, 34, 26, 290, kit.tone('#c9d0cc')) + rect(x + 98, 34, 26, 290, kit.tone('#c9d0cc')) + rect(x - 26, 318, 162, 12, kit.dim('#c9b998')) + times(10, (bar) => rect(x - 22 + bar * 17, 250, 4, 70, kit.ink())) + rect(x - 26, 246, 162, 5, kit.ink());
  });
  const flowers = times(420, () => {
    const x = kit.random.between(20, 1580);
    const y = 400 + kit.random.next() * 90 + Math.abs(Math.sin(x / 70)) * 22;
    return circle(x, y, kit.random.between(9, 21), kit.tone(kit.random.pick(['#4f7a45', '#6a8f50', '#3f6a3c', '#86a85e', '#4f7a45', '#f0a8b8', '#f7e8e0', '#e86a8a'])));
  });
  const front = rect(0, 560, WIDTH, 350, kit.tone('#f3eee0')) + [40, 560, 1080].map((x) => glassFront(kit, x, 640, 480, 250, '#3d4f40', 4)).join('');
  const sets = [170, 500, 830, 1160, 1480].map((x, index) => tableSet(kit, x, 1000 + (index % 2) * 26, 1.3, index % 2 ? '#2f6a4a' : '#c99a4a')).join('');
  return upper + front + awning(kit, -20, 490, 1640, 110, ['#f7f1e2', '#efe6d2'], 80) + rect(-20, 580, 1640, 8, kit.tone('#2f6a4a')) + flowers + paving(kit, 890, '#b8aea0') + sets + seated(430, 1024, 150, kit.ink(), kit.tone('#b8342f')) + seated(1090, 1004, 140, kit.ink(), kit.tone('#2f4f7a')) + walker(1330, 1040, 250, kit.ink(), kit.tone('#f4efe4'));
}

export function chatMural(kit: Kit): string {
  const fur = (d: string, color: string, width: number) => stroke(d, color, width, 'opacity="0.9"');
  const head = path('M520 560Q500 330 560 190Q640 270 700 262Q800 244 900 262Q960 270 1040 190Q1100 330 1080 560Q1040 760 800 776Q560 760 520 560z', '#2f6fb5') + path('M560 190Q570 300 610 330Q660 290 700 262Q640 270 560 190zM1040 190Q1030 300 990 330Q940 290 900 262Q960 270 1040 190z', '#f2a8a0');
  const eyes = [660, 940].map((x) => ellipse(x, 480, 78, 66, '#f6e27a') + ellipse(x, 480, 78, 66, '#8fc45a', 'opacity="0.5"') + ellipse(x, 482, 24, 58, '#14161f') + circle(x + 20, 456, 13, '#ffffff')).join('');
  const face = path('M760 590Q800 570 840 590Q820 630 800 634Q780 630 760 590z', '#f2a8a0') + stroke('M800 634V666M800 666Q760 706 716 684M800 666Q840 706 884 684', '#14161f', 8) + ellipse(800, 700, 190, 70, '#ffffff', 'opacity="0.16"');
  const whiskers = times(6, (index) => fur(`M${index < 3 ? 690 : 910} ${630 + (index % 3) * 24}q${index < 3 ? -150 : 150} ${-40 + (index % 3) * 30} ${index < 3 ? -280 : 280} ${-30 + (index % 3) * 50}`, '#ffffff', 4));
  const strokes = times(150, () => {
    const angle = kit.random.between(0, 6.28);
    const reach = Math.sqrt(kit.random.next());
    const [x, y] = [800 + Math.cos(angle) * reach * 265, 520 + Math.sin(angle) * reach * 230];
    return fur(`M${n(x)} ${n(y)}l${n((x - 800) * 0.13)} ${n((y - 480) * 0.13 + 8)}`, kit.random.pick(['#5aa2e0', '#1f4a86', '#8fc8f0', '#173866', '#e8653a']), kit.random.between(4, 11));
  });
  const body = path('M560 700Q420 860 400 1000H1200Q1180 860 1040 700Q800 840 560 700z', '#1f4a86');
  const wall = paintedWall(kit, { x: 370, y: 40, width: 860, height: 880 }, '#e8e0d0', body + head + strokes + eyes + face + whiskers, 'plaster');
  const viaduct = rect(-10, 742, 1620, 20, kit.dim('#4f6a62')) + rect(-10, 700, 1620, 10, kit.dim('#4f6a62')) + times(40, (index) => stroke(`M${index * 42} 742l42 -34M${index * 42 + 42} 742l-42 -34`, kit.dim('#4f6a62'), 4)) + [130, 1470].map((x) => rect(x - 16, 762, 32, 230, kit.tone('#6f8a80')) + rect(x - 30, 758, 60, 18, kit.lit('#6f8a80')) + rect(x - 26, 970, 52, 22, kit.tone('#a39a8c'))).join('');
  const train = rect(-20, 596, 330, 104, kit.lit('#e4ebe4'), 'rx="14"') + rect(-20, 660, 330, 16, kit.tone('#3f9a8a')) + times(5, (index) => rect(10 + index * 58, 614, 40, 38, kit.pane()));
  return houses(kit, { from: -20, to: 1640, y: 910, height: [420, 600], width: [170, 230], depth: 0.24, roof: 'mansard' }) + wall + street(kit, 915) + train + viaduct + walker(720, 985, 165, kit.ink(), kit.tone('#b8342f')) + roundTree(kit, 1330, 985, 260, 0, '#6a8050');
}

export function buttesChaumont(kit: Kit): string {
  const rock = path('M560 780Q540 640 600 560Q590 480 650 430L700 350Q760 320 850 330Q930 330 960 400L1000 480Q1060 540 1050 640Q1090 700 1080 780z', kit.tone('#b5a58c', 0.1)) + path('M850 330Q930 330 960 400L1000 480Q1060 540 1050 640Q1090 700 1080 780H860Q900 560 850 330z', kit.dim('#9a8a74', 0.1)) + times(16, (index) => stroke(`M${620 + index * 26} ${470 + (index % 5) * 50}q${-10 + (index % 3) * 12} 60 ${(index % 4) * 8 - 12} 130`, kit.dim('#8a7a66', 0.1), 6, 'opacity="0.5"')) + times(40, () => circle(kit.random.between(570, 1070), kit.random.between(620, 780), kit.random.between(14, 34), kit.tone(kit.palette.leaf, 0.08), 'opacity="0.9"'));
  const stone = '#efe6d2';
  const temple = at(800, 336, 1, rect(-62, -12, 124, 16, kit.tone(stone)) + rect(-50, -96, 100, 86, kit.light.shade, 'opacity="0.3"') + times(6, (index) => rect(-54 + index * 20, -96, 8, 86, index > 3 ? kit.tone(stone) : kit.lit(stone))) + rect(-60, -110, 120, 16, kit.lit(stone)) + path('M-56 -110Q-44 -156 0 -162Q44 -156 56 -110z', kit.tone('#8b9690')) + path('M0 -162Q44 -156 56 -110H14z', kit.dim('#8b9690')) + rect(-5, -178, 10, 18, kit.lit(stone)));
  const footbridge = stroke('M-20 520Q300 540 640 500', kit.ink(0.1), 7) + stroke('M-20 470Q300 500 640 456', kit.ink(0.1), 4) + times(20, (index) => rect(index * 33, 474 + Math.sin((index / 20) * 3.1) * 16, 2.5, 44, kit.ink(0.1)));
  const woods = treeline(kit, -20, 560, 760, 240, 0.34) + treeline(kit, 1060, 1640, 760, 260, 0.34) + times(9, (index) => roundTree(kit, [30, 150, 280, 410, 1140, 1260, 1380, 1490, 1580][index] ?? 0, 800, 230 + (index % 3) * 60, 0.16, index % 3 === 1 ? '#a89a48' : kit.palette.leaf));
  const crest = times(7, (index) => roundTree(kit, 640 + index * 52 + (index > 2 ? 70 : 0), 440 + (index % 3) * 36, 110, 0.1));
  const willow = at(170, 1010, 1, times(30, (index) => stroke(`M${index * 10 - 160} -330Q${index * 14 - 220} -200 ${index * 15 - 230} ${-30 - (index % 4) * 26}`, index % 2 ? kit.dim('#7f8f4a') : kit.tone('#93a356'), 7)) + stroke('M0 40Q-10 -160 -20 -330', kit.dim('#5b4636'), 24));
  return ridge(kit, 700, 60, kit.tone('#7b8a94', 0.8), 1.2) + mist(720, 120, 0.5) + woods + crest + temple + rock + footbridge + water(kit, 776, { mirrored: rock + temple }) + path('M-20 1000Q500 960 900 1030T1640 990V1080H-20z', kit.dim(kit.palette.leaf)) + faded(0.96, willow) + couple(1240, 1040, 130, kit.ink(), kit.tone('#b8342f'));
}

export function alexandreBridge(kit: Kit): string {
  const pylon = (x: number, scale: number) => at(x, 770, scale, rect(-46, -330, 92, 332, kit.tone('#e6dac2')) + rect(12, -330, 34, 332, kit.dim('#d3c3a8'), 'opacity="0.7"') + rect(-58, -346, 116, 18, kit.lit('#efe5d0')) + rect(-54, -20, 108, 22, kit.lit('#efe5d0')) + [-36, -14, 10, 30].map((dx) => rect(dx - 4, -320, 9, 296, kit.lit('#f3ead8'))).join('') + path('M-40 -346Q-44 -392 -10 -400Q-6 -436 20 -430Q14 -410 30 -400Q50 -380 36 -346zM20 -400Q60 -450 84 -446Q58 -420 40 -386zM-20 -396Q-50 -440 -78 -440Q-50 -414 -34 -380z', kit.lit('#e0ab3c')));
  const arch = path('M-20 760H1620V806Q1240 700 800 696Q360 700 -20 806z', kit.tone('#8d9a94')) + path('M-20 806Q360 700 800 696Q1240 700 1620 806V826Q1240 716 800 712Q360 716 -20 826z', kit.dim('#6f7c76')) + times(21, (index) => stroke(`M${index * 80} 752q40 40 80 0`, kit.lit('#e0ab3c'), 5)) + rect(-20, 736, 1640, 22, kit.lit('#e6dac2')) + times(54, (index) => rect(index * 30, 700, 10, 38, kit.lit('#e6dac2'))) + rect(-20, 692, 1640, 10, kit.lit('#efe5d0')) + ellipse(800, 742, 60, 36, kit.lit('#e0ab3c'));
  const lamps = [330, 560, 1040, 1270].map((x) => {
    const heads = [[-34, -150], [34, -150], [0, -186]].map(([dx = 0, dy = 0]) => circle(x + dx, 696 + dy, 12, kit.light.lamps > 0.2 ? '#fff0c2' : kit.lit('#f6f0e0')) + circle(x + dx, 696 + dy, 70, 'url(#lamp)', `opacity="${kit.light.lamps}"`)).join('');
    return stroke(`M${x} 696V520M${x} 590Q${x - 34} 600 ${x - 34} 556M${x} 590Q${x + 34} 600 ${x + 34} 556`, kit.dim('#3f4a44'), 8) + heads;
  }).join('');
  const dome = at(1130, 640, 1.05, rect(-110, -30, 220, 40, kit.tone('#d9cab0', 0.42)) + rect(-40, -74, 80, 46, kit.tone('#d9cab0', 0.42)) + path('M-38 -74Q-36 -128 0 -136Q36 -128 38 -74z', kit.lit('#d9b45a', 0.4)) + polygon([[-5, -134], [0, -186], [5, -134]], kit.lit('#d9b45a', 0.4)));
  const bank = houses(kit, { from: -20, to: 1640, y: 660, height: [40, 76], width: [80, 140], depth: 0.5, roof: 'mansard' });
  const span = arch + lamps + pylon(110, 1.15) + pylon(1490, 1.15);
  return eiffel(kit, 520, 660, 1.5, 0.44) + dome + bank + mist(690, 90, 0.5) + water(kit, 668, { mirrored: span }) + span + ground(kit, HEIGHT - 30, '#8d8474');
}
