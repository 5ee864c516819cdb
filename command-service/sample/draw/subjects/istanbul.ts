import { awning, parasol, tableSet } from '../cafe.ts';
import { suspension } from '../bridges.ts';
import { ground, ridge, water } from '../ground.ts';
import type { Kit } from '../kit.ts';
import { person, seated, walker } from '../people.ts';
import { cypress, roundTree, treeline, umbrellaPine } from '../plants.ts';
import { gull } from '../people.ts';
import { mist } from '../sky.ts';
import { at, circle, ellipse, HEIGHT, n, path, polygon, rect, stroke, times, WIDTH } from '../svg.ts';
import { houses, lantern, windows } from '../town.ts';
import { paintedWall, street } from '../wall.ts';

/** A mosque of the classical kind, 300 wide at scale 1: main dome, half domes, minarets in pairs. */
export function mosque(kit: Kit, x: number, y: number, scale: number, depth: number, minarets: readonly number[]): string {
  const wall = kit.tone(kit.palette.stone, depth);
  const dome = kit.tone('#7f8f9c', depth);
  const shine = kit.lit('#8fa0ac', depth);
  const half = (dx: number, dy: number, radius: number) =>
    path(`M${dx - radius} ${dy}A${radius} ${radius * 0.9} 0 0 1 ${dx + radius} ${dy}z`, dome) +
    path(`M${dx - radius * 0.7} ${dy}A${radius * 0.7} ${radius * 0.86} 0 0 1 ${dx - radius * 0.1} ${dy - radius * 0.86}A${radius * 1.1} ${radius} 0 0 0 ${dx - radius * 0.3} ${dy}z`, shine, 'opacity="0.5"') +
    stroke(`M${dx} ${dy - radius * 0.88}v${-radius * 0.26}`, kit.lit('#d9b45a', depth), 2);
  const small = times(9, (index) => half(-134 + index * 33.5, -58, 14));
  const body = rect(-150, -58, 300, 60, wall) + rect(-112, -96, 224, 40, wall) + rect(-66, -124, 132, 30, wall);
  const lights = windows(kit, -138, -42, [15, 1], [8, 22], [19.4, 30], depth) + windows(kit, -102, -84, [12, 1], [7, 16], [18, 30], depth) + windows(kit, -58, -117, [9, 1], [6, 13], [13.6, 20], depth);
  const shadow = rect(kit.sun[0] > x ? -150 : 60, -58, 90, 60, kit.light.shade, 'opacity="0.2"');
  const spires = minarets.map((dx) => minaret(kit, dx, Math.abs(dx) > 160 ? 285 : 245, depth)).join('');
  return at(x, y, scale, spires + half(0, -122, 66) + body + half(-78, -95, 36) + half(78, -95, 36) + half(0, -95, 42) + small + lights + shadow);
}

export function minaret(kit: Kit, x: number, height: number, depth: number): string {
  const stone = kit.lit(kit.palette.stone, depth);
  const balconies = [0.56, 0.78].map((share) => path(`M${x - 10} ${-height * share}h20l-4 9h-12z`, kit.dim(kit.palette.stone, depth)));
  const cap = polygon([[x - 5.5, -height * 0.9], [x, -height * 1.12], [x + 5.5, -height * 0.9]], kit.tone('#6d7c8a', depth));
  return rect(x - 5, -height * 0.9, 10, height * 0.9, stone) + rect(x + 1, -height * 0.9, 4, height * 0.9, kit.dim(kit.palette.stone, depth)) + balconies.join('') + cap;
}

export function galataTower(kit: Kit, x: number, y: number, scale: number, depth: number): string {
  const stone = '#c9a983';
  const side = kit.sun[0] > x ? -1 : 1;
  const shaft = rect(-46, -230, 92, 240, kit.tone(stone, depth)) + rect(side > 0 ? 8 : -46, -230, 38, 240, kit.dim(stone, depth), 'opacity="0.75"');
  const courses = times(18, (row) => rect(-46, -8 - row * 13, 92, 1.4, kit.dim(stone, depth), 'opacity="0.5"'));
  const slits = times(8, (index) => rect(-20 + (index % 2) * 32, -46 - Math.floor(index / 2) * 46, 8, 17, kit.pane(depth), 'rx="4"'));
  const gallery = rect(-54, -244, 108, 14, kit.lit(stone, depth)) + rect(-43, -286, 86, 42, kit.tone(stone, depth)) + times(6, (index) => path(`M${-38 + index * 13} -248v-22a5 6 0 0 1 10 0v22z`, kit.pane(depth))) + rect(-50, -296, 100, 11, kit.lit(stone, depth));
  const cone = polygon([[-47, -296], [0, -392], [47, -296]], kit.tone('#6f7f8d', depth)) + polygon(side > 0 ? [[6, -296], [0, -392], [47, -296]] : [[-6, -296], [0, -392], [-47, -296]], kit.dim('#6f7f8d', depth));
  return at(x, y, scale, shaft + courses + slits + gallery + cone + stroke('M0 -390v-26', kit.lit('#d9b45a', depth), 3));
}

/** A city-line ferry, 200 long at scale 1. */
export function ferry(kit: Kit, x: number, y: number, scale: number): string {
  const hull = path('M-100 -18H96Q112 -18 106 -8L96 6H-84Q-98 0 -100 -18z', kit.dim('#33404d'));
  const decks = rect(-84, -42, 164, 25, kit.lit('#f4efe4')) + rect(-62, -62, 120, 21, kit.tone('#f4efe4')) + windows(kit, -76, -36, [12, 1], [8, 11], [13, 20]) + windows(kit, -54, -57, [9, 1], [8, 10], [13, 20]);
  const funnel = polygon([[4, -62], [8, -94], [28, -94], [30, -62]], kit.tone('#e2a02c')) + rect(7, -94, 21, 8, kit.ink());
  const wake = path('M-98 8Q-190 4 -260 12Q-160 14 -92 12z', '#ffffff', 'opacity="0.4"');
  return at(x, y, scale, wake + funnel + rect(-60, -66, 116, 5, kit.dim('#f4efe4')) + decks + hull);
}

export function istanbulSkyline(kit: Kit): string {
  const shore = (k: Kit) => treeline(k, -20, 1640, 716, 40, 0.45);
  const town = houses(kit, { from: -20, to: 1640, y: 716, height: [24, 70], width: [26, 52], depth: 0.5, roof: 'hip', lift: (along) => Math.sin(along * Math.PI) * 70 });
  const hill = ridge(kit, 660, 110, kit.tone('#6e6a70', 0.78), 1.2);
  const big = mosque(kit, 820, 640, 1.5, 0.34, [-190, -150, 150, 190]);
  const small = mosque(kit, 1390, 690, 0.72, 0.5, [-175, 175]) + mosque(kit, 250, 696, 0.6, 0.58, [-175, 175]);
  const gulls = gull(460, 250, 0.9, kit.ink(0.2)) + gull(560, 310, 0.6, kit.ink(0.3)) + gull(1180, 220, 0.7, kit.ink(0.25));
  return hill + small + mist(660, 120, 0.5) + big + town + shore(kit) + mist(722, 70, 0.6) + water(kit, 718, { mirrored: big + town }) + ferry(kit, 1120, 830, 1.5) + ferry(kit, 360, 760, 0.7) + gulls;
}

export function galataBridge(kit: Kit): string {
  const city = houses(kit, { from: -20, to: 1640, y: 640, height: [20, 62], width: [28, 56], depth: 0.55, roof: 'hip', lift: (along) => along * 60 });
  const yeni = mosque(kit, 1120, 600, 1.35, 0.36, [-178, 178]);
  const sea = water(kit, 640, { mirrored: yeni });
  const rods = times(9, (index) => {
    const x = 90 + index * 178 + kit.random.between(-40, 40);
    const reach = kit.random.between(90, 190) * (index % 2 ? 1 : -1);
    const coat = kit.tone(index % 3 ? '#37424f' : '#7a3c34');
    const rod = stroke(`M${n(x + 10)} 830Q${n(x + reach * 0.6)} 660 ${n(x + reach)} ${n(560 + index * 9)}`, kit.ink(), 3.5);
    const line = stroke(`M${n(x + reach)} ${n(560 + index * 9)}L${n(x + reach * 1.15)} 880`, '#ffffff', 1, 'opacity="0.4"');
    return line + rod + (index % 3 === 1 ? walker : person)(x, 985, 240, kit.ink(), coat);
  });
  const rail = rect(-10, 860, 1620, 12, kit.dim('#56616c')) + rect(-10, 915, 1620, 7, kit.dim('#56616c')) + times(28, (index) => rect(index * 60, 864, 7, 120, kit.dim('#56616c')));
  const deck = rect(0, 972, WIDTH, HEIGHT - 972, kit.dim('#6d6661')) + rect(0, 972, WIDTH, 8, kit.lit('#8a817a'));
  return ridge(kit, 610, 80, kit.tone('#6e6a70', 0.8), 1) + city + yeni + mist(650, 90, 0.6) + sea + ferry(kit, 420, 735, 1.1) + lantern(kit, 800, 975, 520, kit.ink()) + rods + rail + deck;
}

export function suleymaniye(kit: Kit): string {
  const far = ridge(kit, 700, 60, kit.tone('#7d8a94', 0.85), 2) + water(kit, 690, { to: 760, glitter: false });
  const main = mosque(kit, 810, 880, 3.15, 0.12, [-178, -140, 140, 178]);
  const court = ground(kit, 876, '#9d9a6e');
  const trees = [40, 150, 1480, 1575].map((x, index) => cypress(kit, x, 930 + index * 4, 330 + (index % 2) * 60, 0.05)).join('') + roundTree(kit, 340, 930, 150, 0.05) + roundTree(kit, 1290, 934, 170, 0.05);
  const path_ = polygon([[740, 878], [880, 878], [1180, HEIGHT], [440, HEIGHT]], kit.lit('#d9ccb2'));
  return far + main + mist(900, 150, 0.35) + court + path_ + trees + walker(850, 985, 92, kit.ink(), kit.tone('#b8473d')) + person(720, 960, 74, kit.ink());
}

export function galataStreet(kit: Kit): string {
  const tower = galataTower(kit, 790, 800, 1.72, 0.2);
  const lane = (side: 1 | -1) => times(4, (index) => {
    const [near, next] = [index, index + 1].map((step) => 800 - 800 / (1 + step * 0.62)) as [number, number];
    const edge = (reach: number) => 800 + side * (800 - reach) * 1.06;
    const wall = kit.palette.walls[index % kit.palette.walls.length] ?? kit.palette.stone;
    const [topNear, topNext] = [-60 + near * 0.95, -60 + next * 0.95];
    const [footNear, footNext] = [1080 - near * 0.42, 1080 - next * 0.42];
    const face = polygon([[edge(near), topNear], [edge(next), topNext], [edge(next), footNext], [edge(near), footNear]], side * (kit.sun[0] - 800) > 0 ? kit.dim(wall, index * 0.07) : kit.tone(wall, index * 0.07));
    const panes = times(8, (cell) => {
      const column = (Math.floor(cell / 4) + 0.55) / 2.1;
      const x = edge(near) + (edge(next) - edge(near)) * column;
      const top = topNear + (topNext - topNear) * column;
      const foot = footNear + (footNext - footNear) * column;
      const high = (foot - top) / 6;
      return rect(x - high * 0.2, top + high * (0.7 + (cell % 4) * 1.15), high * 0.4, high * 0.7, kit.pane(index * 0.08));
    });
    return face + panes;
  });
  const road = polygon([[-20, 1090], [600, 850], [1000, 850], [1620, 1090]], kit.tone('#8f8578')) + times(9, (row) => rect(0, 858 + row * row * 3, WIDTH, 2, kit.light.shade, 'opacity="0.18"'));
  const shop = awning(kit, 1290, 650, 300, 90, ['#b83a34', '#f1e4cc']) + lantern(kit, 380, 960, 330, kit.ink());
  return tower + mist(860, 160, 0.5) + rect(0, 846, WIDTH, 240, kit.dim('#8f8578')) + road + lane(-1) + lane(1) + shop + walker(705, 930, 118, kit.ink(), kit.tone('#355a72')) + walker(900, 1000, 160, kit.ink(), kit.tone('#d9b45a'));
}

export function pierreLoti(kit: Kit): string {
  const banks = ridge(kit, 520, 90, kit.tone('#7d8a72', 0.72), 1.4) + houses(kit, { from: -20, to: 1640, y: 560, height: [14, 40], width: [22, 40], depth: 0.7, roof: 'hip' }) + mosque(kit, 1040, 556, 0.62, 0.6, [-176, 176]);
  const slope = path('M-20 800Q420 690 820 740T1620 690V1080H-20z', kit.dim(kit.palette.leaf, 0.25));
  const graves = times(40, (index) => cypress(kit, -20 + index * 42, 790 + kit.random.between(-16, 40), kit.random.between(70, 140), 0.24));
  const terrace = rect(0, 880, WIDTH, 190, kit.tone('#b9a48c')) + rect(0, 872, WIDTH, 12, kit.lit('#d9c8ae')) + times(28, (index) => rect(index * 60, 800, 6, 80, kit.ink())) + rect(0, 796, WIDTH, 9, kit.ink());
  const sets = tableSet(kit, 300, 1010, 1.5, '#9a5a3a', '#c73a36') + tableSet(kit, 800, 1030, 1.6, '#9a5a3a', '#c73a36') + tableSet(kit, 1320, 1005, 1.45, '#9a5a3a', '#c73a36');
  return banks + water(kit, 556, { to: 830 }) + mist(570, 70, 0.5) + slope + graves + umbrellaPine(kit, 1490, 900, 760, 0.02) + terrace + seated(700, 1020, 130, kit.ink(), kit.tone('#355a72')) + sets;
}

export function kadikoyMural(kit: Kit): string {
  const skyline = houses(kit, { from: -20, to: 1640, y: 900, height: [380, 560], width: [190, 260], depth: 0.25, roof: 'flat' });
  const wave = (y: number, color: string) => path(`M400 ${y}q70 -90 140 0t140 0t140 0t140 0t140 0t140 0V1000H400z`, color);
  const fish = (x: number, y: number, color: string, scale: number) => at(x, y, scale, path('M-90 0Q-40 -60 40 -34Q80 -20 100 0Q80 20 40 34Q-40 60 -90 0zM90 0L150 -46Q136 0 150 46z', color) + circle(-52, -8, 9, '#f7f1e0') + circle(-52, -8, 4, '#1c1a2a') + times(4, (index) => stroke(`M${-18 + index * 26} -26q14 26 0 52`, '#f7f1e0', 5)));
  const eyeSun = circle(800, 330, 150, '#f2b53b') + circle(800, 330, 112, '#e8653a') + times(18, (index) => `<g transform="rotate(${index * 20} 800 330)">${polygon([[786, 160], [800, 84], [814, 160]], '#f2b53b')}</g>`) + ellipse(800, 330, 92, 48, '#fbf2dc') + circle(800, 330, 42, '#1f6f86') + circle(800, 330, 19, '#16202e') + circle(814, 318, 8, '#ffffff');
  const art = rect(400, 40, 800, 900, '#17324f') + eyeSun + wave(600, '#1f6f86') + fish(700, 610, '#e8653a', 1.15) + wave(690, '#2f9a9a') + fish(980, 720, '#f2b53b', 0.9) + wave(790, '#8fd0c0') + fish(560, 800, '#d83d5a', 0.75);
  return skyline + paintedWall(kit, { x: 420, y: 60, width: 760, height: 850 }, '#c9b79c', art, 'plaster') + street(kit, 905) + roundTree(kit, 1390, 970, 470) + walker(300, 985, 180, kit.ink(), kit.tone('#d9a13a'));
}

export function emirganTulips(kit: Kit): string {
  const strait = ridge(kit, 560, 90, kit.tone('#7d8f84', 0.78), 1.6) + water(kit, 566, { to: 660 });
  const bridge = suspension(kit, { towers: [520, 1120], deck: 520, top: 360, color: '#9aa3ad', depth: 0.62, cable: 3 }) + [520, 1120].map((x) => rect(x - 6, 356, 12, 212, kit.tone('#9aa3ad', 0.6))).join('');
  const pavilion = at(1180, 716, 1.25, rect(-130, -110, 260, 110, kit.lit('#f6efe0')) + polygon([[-150, -108], [-110, -160], [110, -160], [150, -108]], kit.tone(kit.palette.roof)) + windows(kit, -110, -88, [7, 1], [18, 52], [33, 60]) + rect(-46, -190, 92, 34, kit.lit('#f6efe0')) + polygon([[-56, -188], [0, -226], [56, -188]], kit.tone(kit.palette.roof)));
  const beds = times(8, (index) => {
    const y = 730 + index * index * 5.4;
    const color = ['#d8342f', '#f4c534', '#f3eee4', '#8e3d8f', '#f08a3c', '#d8342f', '#f6a8bd', '#f4c534'][index] ?? '#d8342f';
    const size = 0.16 + index * 0.1;
    const row = times(150 / (1 + index * 0.55), (cell) => tulip(kit, (cell + kit.random.between(0, 0.6)) * (12 + index * 7.5) - 20, y + 44 + kit.random.between(-5, 8) * size * 4, size, color));
    return path(`M-20 ${y}Q500 ${y - 26} 900 ${y}T1620 ${y - 10}V1080H-20z`, kit.tone(index % 2 ? '#5f8a4a' : '#4f7a42', 0.22 - index * 0.025)) + row;
  });
  return strait + bridge + mist(600, 90, 0.5) + ridge(kit, 690, 40, kit.dim(kit.palette.leaf, 0.3), 1) + treeline(kit, -20, 1000, 700, 90, 0.3) + umbrellaPine(kit, 250, 730, 400, 0.12) + pavilion + cypress(kit, 960, 720, 220, 0.2) + roundTree(kit, 1450, 730, 280, 0.15) + beds;
}

function tulip(kit: Kit, x: number, y: number, scale: number, color: string): string {
  return at(x, y, scale, stroke('M0 0V-60', kit.dim(kit.palette.leaf), 5) + path('M-17 -88L-9 -72L0 -92L9 -72L17 -88Q22 -52 0 -50Q-22 -52 -17 -88z', kit.tone(color)) + path('M4 -80L9 -72L17 -88Q22 -52 2 -50z', kit.dim(color)));
}
