import { suspension } from '../bridges.ts';
import { awning, glassFront, parasol, tableSet } from '../cafe.ts';
import { ground, paving, ridge, water } from '../ground.ts';
import type { Kit } from '../kit.ts';
import { person, seated, walker } from '../people.ts';
import { cypress, roundTree, treeline, umbrellaPine } from '../plants.ts';
import { mist } from '../sky.ts';
import { at, circle, ellipse, HEIGHT, n, path, polygon, rect, stroke, times, WIDTH } from '../svg.ts';
import { houses, lantern, windows } from '../town.ts';
import { paintedWall, street } from '../wall.ts';

/** A yellow Remodelado tram seen from the front, 150 wide at scale 1. */
export function tram(kit: Kit, x: number, y: number, scale: number, body = '#f0b323'): string {
  const glass = kit.light.lamps > 0.2 ? '#ffdf9e' : kit.dim('#4d6474');
  const shell = path('M-72 -10V-150Q-72 -176 -44 -180H44Q72 -176 72 -150V-10z', kit.tone(body)) + rect(-72, -84, 144, 8, kit.lit('#f6efe0'));
  const roof = path('M-74 -164Q-60 -190 -40 -192H40Q60 -190 74 -164z', kit.lit('#f6efe0')) + rect(-28, -206, 56, 17, kit.tone('#39413f'), 'rx="4"');
  const panes = rect(-60, -152, 34, 60, glass, 'rx="4"') + rect(-20, -152, 40, 60, glass, 'rx="4"') + rect(26, -152, 34, 60, glass, 'rx="4"');
  const lamp = circle(0, -48, 15, kit.dim('#6b5520')) + circle(0, -48, 11, '#fff4cf') + circle(0, -48, 80, 'url(#lamp)');
  const bumper = rect(-66, -22, 132, 14, kit.dim('#3a3633')) + rect(-52, -10, 104, 12, kit.ink());
  const shade = rect(kit.sun[0] > x ? -72 : 34, -164, 38, 154, kit.light.shade, 'opacity="0.22"');
  return at(x, y, scale, ellipse(0, 2, 96, 10, kit.light.shade, 'opacity="0.45"') + bumper + shell + roof + panes + shade + lamp);
}

function hillTown(kit: Kit, y: number, rows: number, lift: (along: number) => number): string {
  return times(rows, (row) =>
    houses(kit, { from: -20, to: 1640, y: y + row * 52, height: [34, 74 + row * 10], width: [34 + row * 8, 66 + row * 12], depth: 0.52 - row * (0.42 / rows), roof: 'hip', lift: (along) => lift(along) * (1 - row / (rows + 1)) }),
  );
}

function castleOnHill(kit: Kit, x: number, y: number): string {
  const stone = '#c9ad86';
  const towers_ = [-210, -120, -30, 80, 170, 240].map((dx, index) => {
    const height = 70 + (index % 3) * 16;
    const teeth = times(4, (tooth) => rect(dx - 22 + tooth * 12, -height - 9, 7, 10, kit.tone(stone, 0.36)));
    return rect(dx - 22, -height, 44, height + 40, kit.tone(stone, 0.36)) + rect(dx + 6, -height, 16, height + 40, kit.dim(stone, 0.36), 'opacity="0.6"') + teeth;
  });
  const wall = rect(-220, -48, 470, 90, kit.tone(stone, 0.4)) + times(30, (tooth) => rect(-218 + tooth * 15.6, -56, 9, 9, kit.tone(stone, 0.4)));
  const flag = stroke('M80 -100v-50', kit.ink(0.3), 3) + path('M81 -150q16 -8 30 0v20q-16 -6 -30 0z', kit.tone('#b8342f', 0.2));
  return at(x, y, 1, wall + towers_.join('') + flag);
}

export function senhoraDoMonte(kit: Kit): string {
  const river = water(kit, 520, { to: 640 }) + ridge(kit, 524, 28, kit.tone('#7d8a94', 0.85), 1.5);
  const hill = ridge(kit, 600, 60, kit.tone('#8a8768', 0.5), 0.6);
  const castle = castleOnHill(kit, 470, 530) + treeline(kit, 180, 800, 590, 60, 0.42);
  const town = hillTown(kit, 660, 6, (along) => Math.sin((along + 0.15) * 2.6) * 100);
  const terrace = ground(kit, 970, '#cdbd9f') + rect(0, 950, WIDTH, 24, kit.lit('#e8dcc4'));
  const pine = umbrellaPine(kit, 1370, 1000, 900) + umbrellaPine(kit, 1580, 1010, 720);
  return river + hill + mist(600, 90, 0.55) + castle + town + terrace + pine + person(1120, 1020, 190, kit.ink(), kit.tone('#b8473d')) + person(1180, 1024, 178, kit.ink());
}

export function bicaTram(kit: Kit): string {
  const river = water(kit, 560, { to: 700 }) + ridge(kit, 566, 40, kit.tone('#7b8a9a', 0.82), 1.3);
  const lane = (side: 1 | -1) => times(5, (index) => {
    const x = (step: number) => 800 + side * (150 + 720 / (1 + (4 - step) * 0.62));
    const [far, near] = [x(index - 0.98), x(index)];
    const top = (step: number) => 420 - 105 * step - (index % 2) * 18;
    const foot = (step: number) => 690 + step * 84;
    const wall = kit.palette.walls[(index * 2 + (side > 0 ? 1 : 0)) % kit.palette.walls.length] ?? kit.palette.stone;
    const depth = 0.34 - index * 0.075;
    const face = polygon([[far, top(index - 1) + 70], [near, top(index)], [near, foot(index) + 60], [far, foot(index - 1)]], side * (kit.sun[0] - 800) > 0 ? kit.dim(wall, depth) : kit.tone(wall, depth));
    const panes = times(6, (cell) => {
      const share = cell % 2 ? 0.72 : 0.28;
      const px = far + (near - far) * share;
      const high = (foot(index) - top(index)) / 4.6;
      const py = top(index) + 70 * (1 - share) + high * (0.5 + Math.floor(cell / 2) * 1.15);
      const wide = Math.abs(near - far) * 0.2;
      const balcony = rect(px - wide * 0.8, py + high * 0.62, wide * 1.6, 5, kit.ink(depth)) + (cell === 3 ? circle(px, py + high * 0.6, wide * 0.5, kit.tone('#d8567a', depth)) : '');
      return rect(px - wide / 2, py, wide, high * 0.62, kit.pane(depth)) + balcony;
    });
    return face + panes;
  });
  const street_ = polygon([[730, 690], [870, 690], [1330, HEIGHT], [270, HEIGHT]], kit.tone('#a89f92')) + [[770, 540], [830, 1060]].map(([top, foot]) => polygon([[top ?? 0, 690], [(top ?? 0) + 4, 690], [(foot ?? 0) + 12, HEIGHT], [(foot ?? 0) - 4, HEIGHT]], kit.lit('#5c6068'))).join('');
  const bunting = stroke('M420 330Q800 470 1190 310', kit.ink(0.2), 2) + times(14, (index) => polygon([[450 + index * 52, 345 + Math.sin((index / 13) * 3.14) * 58], [478 + index * 52, 345 + Math.sin((index / 13) * 3.14) * 58], [464 + index * 52, 380 + Math.sin((index / 13) * 3.14) * 58]], kit.tone(['#d8342f', '#f4c534', '#3f8fae', '#5c9a5a'][index % 4] ?? '#d8342f')));
  return river + mist(690, 120, 0.5) + rect(0, 688, WIDTH, 400, kit.dim('#a89f92')) + street_ + lane(-1) + lane(1) + stroke('M800 0L800 640', kit.ink(0.3), 2) + bunting + tram(kit, 800, 950, 1.75) + walker(1060, 1010, 165, kit.ink(), kit.tone('#355a72'));
}

export function belemTower(kit: Kit): string {
  const stone = '#e8dac0';
  const turret = (x: number, y: number, scale: number) => at(x, y, scale, rect(-18, -40, 36, 46, kit.lit(stone)) + rect(4, -40, 14, 46, kit.dim(stone)) + path('M-20 -40Q-20 -66 0 -70Q20 -66 20 -40z', kit.lit(stone)) + path('M4 -40Q10 -60 0 -70Q20 -66 20 -40z', kit.dim(stone)) + stroke('M0 -70v-12', kit.dim(stone), 3) + path('M-18 6L0 30L18 6z', kit.dim(stone)));
  const merlons = (x: number, y: number, count: number, step: number) => times(count, (index) => path(`M${x + index * step} ${y}v-16q9 -9 18 0v16z`, kit.lit(stone)) + stroke(`M${x + index * step + 9} ${y - 15}v9M${x + index * step + 5} ${y - 9}h8`, kit.tone('#b8473d'), 2));
  const bastion = path('M420 800L470 690H980L1040 800z', kit.tone(stone)) + rect(420, 790, 620, 34, kit.dim(stone)) + times(11, (index) => rect(474 + index * 47, 738, 16, 22, kit.dim('#4a4038'))) + merlons(474, 692, 21, 24);
  const tower = rect(600, 330, 250, 362, kit.tone(stone)) + rect(768, 330, 82, 362, kit.dim(stone), 'opacity="0.7"') + rect(628, 250, 194, 82, kit.tone(stone)) + rect(760, 250, 62, 82, kit.dim(stone), 'opacity="0.7"') + merlons(604, 332, 10, 24) + merlons(634, 252, 8, 24);
  const loggia = rect(620, 500, 180, 18, kit.lit(stone)) + times(6, (index) => path(`M${628 + index * 29} 500v-36a11 13 0 0 1 22 0v36z`, kit.dim('#4a4038'))) + rect(612, 448, 196, 8, kit.lit(stone));
  const slits = times(6, (index) => rect(640 + (index % 3) * 60, 366 + Math.floor(index / 3) * 200, 24, 42, kit.pane(), 'rx="12"'));
  const ropes = stroke('M598 430H852M598 610H852', kit.lit(stone), 6);
  const whole = tower + slits + ropes + loggia + bastion + [[604, 320, 1], [846, 320, 1], [630, 246, 0.8], [822, 246, 0.8], [466, 690, 1.1], [985, 690, 1.1]].map(([x = 0, y = 0, scale = 1]) => turret(x, y, scale)).join('');
  const jetty = path('M1030 800H1640V836H1010z', kit.tone('#9c8f7a')) + times(12, (index) => rect(1060 + index * 46, 836, 9, 40, kit.dim('#6b5f50')));
  const shore = path('M-20 1000Q500 950 900 1010T1640 960V1080H-20z', kit.tone('#cbb389')) + path('M-20 1034Q500 990 900 1040T1640 1006V1080H-20z', kit.dim('#a8906a'));
  return ridge(kit, 716, 60, kit.tone('#7b8a9a', 0.8), 1.6) + mist(724, 80, 0.5) + water(kit, 718, { mirrored: whole }) + whole + jetty + shore + walker(1290, 800, 76, kit.ink(), kit.tone('#b8473d'));
}

export function abrilBridge(kit: Kit): string {
  const red = '#c2472f';
  const hills = ridge(kit, 690, 100, kit.tone('#6f8072', 0.7), 1.1) + at(1290, 640, 0.9, polygon([[-24, 0], [-20, -110], [20, -110], [24, 0]], kit.tone('#cfc6b6', 0.45)) + rect(-5, -176, 10, 66, kit.tone('#cfc6b6', 0.4)) + rect(-40, -160, 80, 9, kit.tone('#cfc6b6', 0.4)) + circle(0, -182, 7, kit.tone('#cfc6b6', 0.4)));
  const tower = (x: number) => {
    const leg = (dx: number) => rect(x + dx - 8, 236, 16, 500, kit.tone(red, 0.12)) + rect(x + dx + 2, 236, 6, 500, kit.dim(red, 0.12));
    const braces = times(4, (index) => stroke(`M${x - 28} ${262 + index * 96}L${x + 28} ${346 + index * 96}M${x + 28} ${262 + index * 96}L${x - 28} ${346 + index * 96}`, kit.tone(red, 0.12), 5));
    return leg(-30) + leg(30) + braces + rect(x - 40, 232, 80, 10, kit.lit(red, 0.1)) + rect(x - 56, 720, 112, 34, kit.dim('#a49a8a', 0.15));
  };
  const bridge = suspension(kit, { towers: [330, 1130], deck: 590, top: 236, color: red, depth: 0.12 }) + tower(330) + tower(1130);
  const docks = houses(kit, { from: -20, to: 620, y: 760, height: [36, 60], width: [90, 150], depth: 0.3, roof: 'gable' });
  const masts = times(26, (index) => {
    const x = 60 + index * 58 + kit.random.between(-18, 18);
    const mast = kit.random.between(120, 240);
    return rect(x, 960 - mast, 4, mast, kit.dim('#d8d0c4')) + stroke(`M${n(x + 2)} ${n(960 - mast)}L${n(x + 46)} 952M${n(x + 2)} ${n(960 - mast)}L${n(x - 34)} 952`, kit.ink(0.2), 1.2) + path(`M${n(x - 46)} 948H${n(x + 56)}L${n(x + 40)} 974H${n(x - 34)}z`, kit.lit(index % 4 ? '#f2ede2' : '#3f6f9a'));
  });
  return hills + mist(724, 90, 0.5) + water(kit, 716, { mirrored: bridge }) + bridge + docks + masts;
}

export function lxBee(kit: Kit): string {
  const scrap = ['#d9a12c', '#c98a1e', '#e8bb45', '#b87a1c', '#f0ca62', '#8a6420'] as const;
  const patch = (cx: number, cy: number, rx: number, ry: number, colors: readonly [string, ...string[]]) => times(46, () => {
    const angle = kit.random.between(0, 6.28);
    const reach = Math.sqrt(kit.random.next()) * 0.92;
    return `<rect x="-34" y="-15" width="${n(kit.random.between(40, 84))}" height="${n(kit.random.between(16, 36))}" rx="5" fill="${kit.random.pick(colors)}" transform="translate(${n(cx + Math.cos(angle) * rx * reach)} ${n(cy + Math.sin(angle) * ry * reach)}) rotate(${n(kit.random.between(-50, 50))})"/>`;
  });
  const dark = ['#2a2622', '#3b332c', '#1d1a19', '#4a3f34'] as const;
  const wing = (angle: number, length: number) => `<g transform="translate(860 420) rotate(${angle})">${ellipse(length / 2, 0, length / 2, 76, '#dfe8e6', 'opacity="0.75"')}${times(7, (index) => stroke(`M0 0Q${length / 2} ${-60 + index * 20} ${length * 0.94} ${-24 + index * 8}`, '#6f7f80', 3))}</g>`;
  const legs = times(3, (index) => stroke(`M${720 + index * 90} 620l-50 90l30 80M${760 + index * 100} 620l60 100l-10 76`, '#26211e', 13));
  const head = circle(560, 470, 104, '#2f2822') + patch(560, 470, 92, 92, dark) + ellipse(512, 450, 40, 58, '#7c2f2a') + ellipse(500, 436, 12, 18, '#f0b9a0') + stroke('M540 380Q500 290 430 280M590 372Q580 280 530 230', '#26211e', 12);
  const body = ellipse(780, 510, 190, 150, '#c98a1e') + patch(780, 510, 180, 138, scrap) + ellipse(1060, 560, 240, 158, '#c98a1e') + patch(1060, 560, 220, 140, scrap) + [970, 1080, 1190].map((x) => ellipse(x, 560 + (x - 970) * 0.05, 30, 150 - (x - 970) * 0.22, '#241f1c')).join('');
  const art = legs + body + wing(-52, 420) + wing(-24, 470) + head;
  const roof = polygon([[180, 150], [800, 20], [1420, 150]], kit.tone('#8e8279')) + rect(180, 146, 1240, 14, kit.lit('#b9ab9c'));
  return houses(kit, { from: -20, to: 1640, y: 900, height: [440, 640], width: [180, 240], depth: 0.28, roof: 'flat' }) + roof + paintedWall(kit, { x: 190, y: 160, width: 1220, height: 750 }, '#dcd2c2', art, 'plaster') + street(kit, 905, '#a39a8e', '#77716b') + person(1260, 985, 175, kit.ink(), kit.tone('#b8473d')) + walker(330, 1000, 180, kit.ink(), kit.tone('#3f6f9a'));
}

export function brasileira(kit: Kit): string {
  const green = '#2f5d4a';
  const facade = rect(0, 0, WIDTH, 900, kit.tone('#e9dcc3')) + rect(0, 330, WIDTH, 20, kit.lit('#f6ecd8')) + times(5, (index) => {
    const x = 110 + index * 320;
    return rect(x - 16, 30, 142, 270, kit.lit('#f6ecd8')) + rect(x, 44, 110, 250, kit.pane()) + rect(x + 52, 44, 6, 250, kit.lit('#f6ecd8')) + rect(x - 30, 296, 170, 10, kit.dim('#c9b998')) + times(9, (bar) => rect(x - 26 + bar * 20, 236, 4, 62, kit.ink()));
  });
  const front = rect(400, 372, 800, 528, kit.tone(green)) + rect(380, 362, 840, 26, kit.lit('#b98f3e')) + path('M640 372Q800 270 960 372z', kit.tone(green)) + path('M664 372Q800 292 936 372z', kit.lit('#b98f3e')) + circle(800, 346, 22, kit.tone(green)) + glassFront(kit, 440, 470, 200, 410, green, 2) + glassFront(kit, 960, 470, 200, 410, green, 2) + glassFront(kit, 690, 450, 220, 450, '#b98f3e', 2);
  const bronze = seated(560, 1010, 175, kit.dim('#4a3b2c'), kit.dim('#5a4733')) + ellipse(562, 812, 40, 8, kit.dim('#4a3b2c')) + rect(543, 788, 38, 24, kit.dim('#4a3b2c'), 'rx="8"');
  const umbrellas = parasol(kit, 190, 985, 480, ['#f4ecdc', '#2f5d4a']) + parasol(kit, 1420, 985, 480, ['#f4ecdc', '#2f5d4a']);
  return facade + front + paving(kit, 890, '#c8bfb0') + tableSet(kit, 190, 985, 1.35, '#2f5d4a') + tableSet(kit, 1410, 985, 1.35, '#2f5d4a') + bronze + tableSet(kit, 740, 1020, 1.4, '#2f5d4a') + umbrellas + walker(1080, 1000, 250, kit.ink(), kit.tone('#b8473d')) + lantern(kit, 1290, 990, 620, kit.ink());
}

export function lisbonSkyline(kit: Kit): string {
  const river = water(kit, 560, { to: 720 }) + ridge(kit, 566, 50, kit.tone('#7b8a9a', 0.85), 1.4);
  const town = hillTown(kit, 700, 7, (along) => 40 + Math.sin(along * 5.2) * 60);
  const domed = at(1080, 668, 1.25, rect(-60, -90, 120, 100, kit.lit('#f2e8d4', 0.28)) + path('M-46 -90A46 56 0 0 1 46 -90z', kit.lit('#f6f0e2', 0.25)) + rect(-8, -168, 16, 26, kit.lit('#f2e8d4', 0.25)) + [-72, 72].map((dx) => rect(dx - 15, -130, 30, 140, kit.tone('#f2e8d4', 0.28)) + path(`M${dx - 15} -130Q${dx} -176 ${dx + 15} -130z`, kit.tone('#d9cdb5', 0.28))).join('') + windows(kit, -44, -70, [4, 1], [10, 26], [25, 30], 0.25));
  return river + mist(600, 100, 0.55) + castleOnHill(kit, 330, 610) + treeline(kit, 60, 650, 660, 60, 0.42) + domed + town + cypress(kit, 60, 1080, 420) + cypress(kit, 130, 1090, 330) + roundTree(kit, 1540, 1090, 380);
}
