import { glassFront } from '../cafe.ts';
import { ground, ridge, water } from '../ground.ts';
import type { Kit } from '../kit.ts';
import { person, underUmbrella, walker } from '../people.ts';
import { conifer, pottedPlant, roundTree, treeline } from '../plants.ts';
import { beams, mist } from '../sky.ts';
import { at, circle, ellipse, HEIGHT, n, path, polygon, rect, stroke, times, WIDTH } from '../svg.ts';
import { houses } from '../town.ts';

/** One sweeping roof, `half` wide to each side of the middle, its eaves at `y`. */
function eaves(kit: Kit, y: number, half: number, height: number, depth: number, color = kit.palette.roof): string {
  return path(`M${-half} ${y}Q${-half * 0.62} ${y - height * 0.28} ${-half * 0.4} ${y - height}H${half * 0.4}Q${half * 0.62} ${y - height * 0.28} ${half} ${y}Q${half * 0.5} ${y - 5} 0 ${y - 5}T${-half} ${y}z`, kit.tone(color, depth)) + path(`M${half * 0.1} ${y - height}H${half * 0.4}Q${half * 0.62} ${y - height * 0.28} ${half} ${y}Q${half * 0.5} ${y - 5} ${half * 0.1} ${y - 5}z`, kit.dim(color, depth)) + stroke(`M${-half} ${y}Q${-half * 0.5} ${y - 5} 0 ${y - 5}T${half} ${y}`, kit.lit(color, depth), 2.5);
}

/** The five roofs of Hokan-ji, 500 high at scale 1. */
export function pagoda(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const storeys = times(5, (index) => {
    const floor = -index * 80;
    const half = 82 - index * 9;
    const body = rect(-half * 0.62, floor - 58, half * 1.24, 60, kit.tone('#6a4030', depth)) + rect(-half * 0.5, floor - 46, half, 30, kit.tone('#e0cda8', depth)) + times(5, (bar) => rect(-half * 0.5 + bar * half * 0.25 - 2, floor - 50, 4, 44, kit.dim('#5a3528', depth))) + rect(-half * 0.72, floor - 14, half * 1.44, 5, kit.dim('#8a4030', depth)) + rect(-half * 0.16, floor - 46, half * 0.32, 34, kit.pane(depth));
    return body + eaves(kit, floor - 54, half * 1.55, 34, depth);
  });
  const finial = stroke('M0 -400V-512', kit.dim('#4a4038', depth), 5) + times(7, (index) => ellipse(0, -424 - index * 10, 13 - index * 1.2, 2.6, kit.tone('#7d6a4a', depth)));
  return at(x, y, scale, storeys + finial);
}

/** A vermilion gate seen head on, 200 wide at scale 1. */
export function torii(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const red = '#d8432a';
  const pillar = (side: 1 | -1) => polygon([[side * 78 - 9, 0], [side * 72 - 8, -190], [side * 72 + 8, -190], [side * 78 + 9, 0]], kit.tone(red, depth)) + polygon([[side * 78 + 2, 0], [side * 72 + 2, -190], [side * 72 + 8, -190], [side * 78 + 9, 0]], kit.dim(red, depth)) + rect(side * 78 - 11, -26, 22, 26, kit.dim('#1f1a1a', depth));
  const beams_ = rect(-92, -162, 184, 13, kit.tone(red, depth)) + path('M-112 -200Q0 -186 112 -200L108 -178Q0 -170 -108 -178z', kit.lit(red, depth)) + path('M-118 -212Q0 -196 118 -212L112 -198Q0 -184 -112 -198z', kit.dim('#26201f', depth)) + rect(-9, -180, 18, 22, kit.dim('#26201f', depth));
  return at(x, y, scale, pillar(1) + pillar(-1) + beams_);
}

export function fushimiInari(kit: Kit): string {
  const forest = rect(0, 0, WIDTH, HEIGHT, kit.dim('#31523c')) + circle(800, 470, 620, 'url(#glow)') + times(34, () => {
    const x = kit.random.between(0, WIDTH);
    return rect(x, 0, kit.random.between(10, 34), 900, kit.dim('#2c3d30', kit.random.between(0, 0.4)));
  }) + times(26, () => circle(kit.random.between(0, WIDTH), kit.random.between(-40, 330), kit.random.between(60, 150), kit.tone('#46704a', kit.random.between(0, 0.3)), 'opacity="0.7"'));
  const floor = path('M690 640H910L1500 1090H100z', kit.tone('#a8987f')) + times(16, (index) => rect(0, 645 + index * index * 1.8, WIDTH, 3, kit.light.shade, 'opacity="0.16"')) + path('M-20 700L690 640L100 1090H-20zM1620 700L910 640L1500 1090H1620z', kit.dim('#3f5a36'));
  const gates = times(15, (index) => {
    const near = (index + 1) / 15;
    const scale = 0.62 * 1.195 ** index;
    return torii(kit, 800 + Math.sin((1 - near) * 2.4) * 46, 652 + (1.195 ** index - 1) * 36, scale, 0.62 * (1 - near) ** 0.8);
  });
  return forest + floor + mist(650, 120, 0.5) + gates + lanternStone(kit, 190, 1010, 1.5) + walker(812, 690, 62, kit.ink(0.2), kit.tone('#f4efe0'));
}

function lanternStone(kit: Kit, x: number, y: number, scale: number): string {
  const stone = '#8d8a7f';
  return at(x, y, scale, rect(-34, -14, 68, 14, kit.dim(stone)) + rect(-11, -90, 22, 78, kit.tone(stone)) + rect(-30, -100, 60, 12, kit.lit(stone)) + rect(-23, -138, 46, 38, kit.tone(stone)) + rect(-12, -132, 24, 26, '#ffdf9e') + circle(0, -119, 60, 'url(#lamp)') + path('M-46 -136Q-20 -150 0 -176Q20 -150 46 -136z', kit.dim(stone)));
}

export function bambooGrove(kit: Kit): string {
  const back = rect(0, 0, WIDTH, HEIGHT, kit.tone('#a9c28a', 0.35)) + circle(kit.sun[0], kit.sun[1], 700, 'url(#glow)');
  const culms = (count: number, width: number, depth: number, gap: number) => times(count, () => {
    const share = kit.random.next();
    const side = kit.random.next() > 0.5 ? 1 : -1;
    const x = 800 + side * (gap + share ** 0.8 * (860 - gap));
    const wide = width * kit.random.between(0.75, 1.2);
    const lean = side * -kit.random.between(10, 90) * (1 - depth);
    const color = kit.random.pick(['#6f9a4a', '#5d8744', '#86ab56', '#4f7a40']);
    const joints = times(9, (joint) => rect(x - wide * 0.58 + (lean * joint) / 9, 880 - joint * 112, wide * 1.16, wide * 0.16, kit.lit('#d9e0a8', depth)));
    return polygon([[x - wide / 2, 960], [x + wide / 2, 960], [x + lean + wide * 0.4, -20], [x + lean - wide * 0.4, -20]], kit.tone(color, depth)) + polygon([[x + wide * 0.14, 960], [x + wide / 2, 960], [x + lean + wide * 0.4, -20], [x + lean + wide * 0.1, -20]], kit.dim(color, depth)) + joints;
  });
  const canopy = times(240, () => {
    const x = kit.random.between(-20, WIDTH);
    const y = kit.random.next() ** 1.6 * 380;
    return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(kit.random.between(20, 160))})">${path('M0 0Q30 -9 66 0Q30 9 0 0z', kit.tone(kit.random.pick(['#5d8744', '#86ab56', '#3f6a38']), kit.random.between(0, 0.5)))}</g>`;
  });
  const lane = path('M752 700Q800 690 846 700Q900 860 1240 1090H360Q700 860 752 700z', kit.lit('#cdbb94')) + times(8, (index) => polygon([[760 - index * 30, 760 + index * 40], [840 + index * 40, 752 + index * 40], [870 + index * 44, 762 + index * 42], [750 - index * 30, 774 + index * 42]], kit.light.shade, 'opacity="0.12"'));
  const fence = (side: 1 | -1) => times(16, (index) => {
    const near = (index / 16) ** 1.7;
    return rect(800 + side * (64 + near * 430) - 3, 690 + near * 270, 6 + near * 12, 40 + near * 130, kit.dim('#8a7446', 0.3 - near * 0.3));
  });
  const rails = [-1, 1].map((side) => polygon([[800 + side * 62, 700], [800 + side * 520, 980], [800 + side * 520, 1010], [800 + side * 62, 708]], kit.tone('#9c8450', 0.1))).join('');
  return back + culms(46, 15, 0.66, 40) + mist(700, 300, 0.35) + culms(36, 24, 0.38, 110) + rect(0, 880, WIDTH, 200, kit.dim('#55703c')) + lane + fence(-1) + fence(1) + rails + culms(24, 42, 0.06, 430) + canopy + beams(kit, [0.9, 1.2, 1.55, 1.95, 2.3]) + underUmbrella(800, 850, 120, kit.ink(0.1), kit.tone('#d8432a'));
}

export function goldenPavilion(kit: Kit): string {
  const gold = '#e8b53a';
  const rail = (y: number, half: number) => rect(-half, y - 16, half * 2, 4, kit.dim(gold, 0.05)) + times(half / 7, (index) => rect(-half + index * 14, y - 16, 3, 16, kit.dim(gold, 0.05)));
  const floor1 = rect(-180, -96, 360, 90, kit.dim('#5a4030', 0.05)) + times(8, (index) => rect(-180 + index * 51, -96, 7, 90, kit.tone('#7a563c', 0.05))) + times(6, (index) => rect(-164 + index * 51, -84, 38, 66, index % 2 ? kit.tone('#f2e8d2', 0.05) : kit.dim('#3d2a22', 0.05)));
  const floor2 = rect(-160, -206, 320, 78, kit.tone(gold, 0.04)) + times(9, (index) => rect(-160 + index * 39.4, -206, 5, 78, kit.dim(gold, 0.04))) + rect(-60, -192, 120, 62, kit.dim('#b8862a', 0.04)) + rail(-126, 190);
  const floor3 = rect(-92, -304, 184, 70, kit.lit(gold, 0.04)) + times(3, (index) => path(`M${-70 + index * 54} -238v-36a16 20 0 0 1 32 0v36z`, kit.dim('#8a5f20', 0.04))) + rail(-232, 122);
  const phoenix = stroke('M0 -376v-20', kit.dim(gold), 3) + path('M-16 -404Q-4 -398 2 -412Q4 -420 10 -416Q6 -402 18 -414Q14 -396 0 -394Q-10 -394 -16 -404z', kit.lit(gold));
  const hall = at(830, 716, 1.45, floor1 + floor2 + eaves(kit, -204, 236, 38, 0.05, '#7a6a55') + floor3 + eaves(kit, -302, 150, 74, 0.05, '#7a6a55') + rect(-200, -132, 400, 8, kit.dim('#7a563c', 0.05)) + phoenix + rect(-200, -10, 400, 12, kit.dim('#8d8a7f')));
  const woods = ridge(kit, 560, 120, kit.tone('#5f7a5a', 0.6), 1.1) + treeline(kit, -20, 1640, 660, 200, 0.4) + times(12, (index) => conifer(kit, 30 + index * 140, 712, 220 + (index % 3) * 70, 0.24));
  const trees = roundTree(kit, 330, 726, 320, 0.1) + roundTree(kit, 470, 730, 220, 0.1, '#b8542f') + roundTree(kit, 1330, 726, 350, 0.1) + roundTree(kit, 1210, 730, 190, 0.1, '#c9702f');
  const islet = (x: number, y: number, scale: number) => at(x, y, scale, ellipse(0, 4, 120, 16, kit.dim('#6f6a58')) + ellipse(0, 0, 104, 12, kit.tone('#6d7a45')) + stroke('M-10 0Q-24 -50 20 -80', kit.dim('#4a3b30'), 9) + ellipse(30, -92, 56, 18, kit.dim(kit.palette.leaf)) + ellipse(-24, -62, 40, 13, kit.tone(kit.palette.leaf)) + ellipse(24, -99, 40, 9, kit.tone(kit.palette.leaf)));
  return woods + mist(690, 110, 0.4) + trees + hall + water(kit, 716, { mirrored: trees + hall, glitter: false }) + rect(0, 712, WIDTH, 8, kit.dim('#6f6a58')) + islet(330, 850, 1.25) + islet(1320, 930, 1.5);
}

export function yasakaStreet(kit: Kit): string {
  const house_ = (side: 1 | -1, index: number) => {
    const near = 1.55 ** index;
    const inner = 800 + side * (108 + near * 58);
    const outer = 800 + side * (108 + near * 1.55 * 58);
    const foot = 742 + near * 46;
    const footOut = 742 + near * 1.55 * 46;
    const top = 700 - near * 50;
    const topOut = 700 - near * 1.55 * 50;
    const depth = Math.max(0, 0.34 - index * 0.07);
    const wall = kit.palette.walls[(index + (side > 0 ? 2 : 0)) % kit.palette.walls.length] ?? '#7d5b43';
    const lattice = times(9, (bar) => {
      const x = inner + ((outer - inner) * (bar + 0.5)) / 9;
      const share = (bar + 0.5) / 9;
      return rect(x - near * 0.5, top + (topOut - top) * share + near * 26, near * 1.6, foot - top + (footOut - foot - topOut + top) * share - near * 40, kit.dim('#3d2a22', depth));
    });
    const glow = polygon([[inner, foot - near * 20], [inner, foot - near * 52], [outer, footOut - near * 80], [outer, footOut - near * 31]], kit.light.lamps > 0.2 ? '#ffcf7d' : kit.dim('#8a6a48', depth), 'opacity="0.85"');
    const roof = polygon([[inner - side * near * 18, top + near * 12], [inner + side * near * 6, top - near * 22], [outer, topOut - near * 34], [outer, topOut + near * 20]], kit.tone(kit.palette.roof, depth));
    const pent = polygon([[inner - side * near * 14, top + near * 50], [inner, top + near * 40], [outer, topOut + near * 62], [outer, topOut + near * 78]], kit.dim(kit.palette.roof, depth));
    return polygon([[inner, top], [outer, topOut], [outer, footOut], [inner, foot]], kit.tone(wall, depth)) + glow + lattice + pent + roof;
  };
  const paper = (x: number, y: number, scale: number) => at(x, y, scale, circle(0, 0, 90, 'url(#lamp)') + ellipse(0, 0, 15, 21, '#fff0cf') + ellipse(0, 0, 15, 21, '#d8432a', 'opacity="0.35"') + rect(-8, -24, 16, 5, kit.ink()) + rect(-8, 19, 16, 5, kit.ink()));
  const lane = polygon([[700, 770], [900, 770], [1560, 1090], [40, 1090]], kit.tone('#8d857a')) + times(12, (index) => rect(0, 776 + index * index * 2.3, WIDTH, 3, kit.light.shade, 'opacity="0.2"')) + polygon([[770, 770], [830, 770], [1010, 1090], [590, 1090]], kit.lit('#a89d8c'), 'opacity="0.7"');
  return ridge(kit, 690, 120, kit.tone('#5f7a6a', 0.72), 0.9) + treeline(kit, 380, 1220, 760, 130, 0.46) + pagoda(kit, 800, 752, 1.16, 0.2) + mist(770, 140, 0.5) + rect(0, 764, WIDTH, 320, kit.dim('#8d857a')) + lane + times(5, (index) => house_(-1, index) + house_(1, index)) + [[560, 700, 0.8], [1058, 690, 0.9], [400, 690, 1.4], [1240, 680, 1.6]].map(([x = 0, y = 0, scale = 1]) => paper(x, y, scale)).join('') + underUmbrella(850, 920, 150, kit.ink(), kit.tone('#d8432a')) + person(760, 880, 112, kit.ink(), kit.tone('#3f5a86'));
}

export function arashiyamaCafe(kit: Kit): string {
  const hills = ridge(kit, 540, 170, kit.tone('#4f7a5a', 0.6), 1) + ridge(kit, 610, 110, kit.tone('#4f7a45', 0.42), 1.6) + times(60, () => circle(kit.random.between(-10, 1610), kit.random.between(520, 640), kit.random.between(16, 34), kit.tone(kit.random.pick(['#5d8744', '#c9702f', '#b8442f', '#e0a23c', '#4f7a45']), 0.4)));
  const bridge = rect(-10, 668, 900, 12, kit.dim('#7a5a40', 0.25)) + times(45, (index) => rect(index * 20, 646, 4, 24, kit.dim('#7a5a40', 0.25))) + rect(-10, 644, 900, 5, kit.tone('#7a5a40', 0.25)) + times(12, (index) => rect(20 + index * 74, 678, 9, 50, kit.dim('#5a4534', 0.25)));
  const shop = polygon([[850, 400], [930, 300], [1640, 300], [1640, 400]], kit.tone(kit.palette.roof)) + rect(850, 396, 800, 14, kit.dim(kit.palette.roof)) + rect(890, 408, 720, 520, kit.tone('#3d2f28')) + glassFront(kit, 920, 450, 420, 400, '#2a211d', 2) + rect(1380, 430, 220, 500, kit.tone('#e7d8ba')) + rect(1410, 520, 160, 410, kit.dim('#4a382c'));
  const noren = times(4, (index) => path(`M${1408 + index * 42} 508h38l2 112q-20 8 -42 0z`, index % 2 ? kit.tone('#2f4a7a') : kit.lit('#35538a'))) + rect(1396, 502, 190, 8, kit.dim('#7a5a40')) + circle(1492, 560, 20, '#f4efe0', 'opacity="0.9"');
  const bench = rect(960, 900, 330, 16, kit.lit('#a9805a')) + rect(990, 914, 14, 66, kit.dim('#7a5a40')) + rect(1250, 914, 14, 66, kit.dim('#7a5a40')) + rect(1090, 868, 26, 32, kit.lit('#ffffff')) + rect(1090, 866, 26, 6, kit.ink());
  const bank = path('M-20 930H1640V1080H-20z', kit.tone('#b5aa95')) + rect(0, 924, WIDTH, 10, kit.lit('#d6cbb5'));
  return hills + mist(690, 150, 0.45) + water(kit, 700, { to: 940 }) + bridge + bank + shop + noren + bench + pottedPlant(kit, 880, 985, 1.5, '#4a5058') + person(720, 1000, 230, kit.ink(), kit.tone('#2f4a7a')) + walker(520, 1000, 225, kit.ink(), kit.tone('#d8432a'));
}

export function kyotoSkyline(kit: Kit): string {
  const hills = ridge(kit, 600, 150, kit.tone('#5a6f7a', 0.78), 1.1) + ridge(kit, 680, 110, kit.tone('#55705f', 0.58), 1.6);
  const roofs = (y: number, depth: number, scale: number) => times(1900 / (120 * scale), (index) => at(index * 118 * scale + kit.random.between(-20, 20), y + kit.random.between(-10, 14), scale, rect(-52, -30, 104, 90, kit.tone(kit.random.pick(kit.palette.walls), depth)) + rect(-30, -22, 24, 16, kit.pane(depth)) + rect(10, -22, 24, 16, kit.pane(depth)) + eaves(kit, -28, 74, 34, depth)));
  return hills + mist(690, 130, 0.6) + treeline(kit, -20, 1640, 760, 110, 0.45) + roofs(780, 0.42, 0.8) + mist(800, 90, 0.4) + pagoda(kit, 560, 830, 1.15, 0.14) + roofs(860, 0.26, 1.1) + roundTree(kit, 800, 880, 210, 0.12, '#e59aac') + roundTree(kit, 1010, 890, 240, 0.1, '#e59aac') + roofs(950, 0.1, 1.5) + roofs(1070, 0, 2);
}
