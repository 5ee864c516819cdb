import { ridge, water } from '../../ground.ts';
import type { Kit } from '../../kit.ts';
import { person, walker } from '../../people.ts';
import { mist } from '../../sky.ts';
import { HEIGHT, n, rect, stroke, times, WIDTH } from '../../svg.ts';
import { houses, lantern } from '../../town.ts';
import { ferry, mosque } from './landmarks.ts';

export function galataBridge(kit: Kit): string {
  const city = houses(kit, {
    from: -20,
    to: 1640,
    y: 640,
    height: [20, 62],
    width: [28, 56],
    depth: 0.55,
    roof: 'hip',
    lift: (along) => along * 60,
  });
  const yeni = mosque(kit, 1120, 600, 1.35, 0.36, [-178, 178]);
  const sea = water(kit, 640, { mirrored: yeni });
  const rods = times(9, (index) => {
    const x = 90 + index * 178 + kit.random.between(-40, 40);
    const reach = kit.random.between(90, 190) * (index % 2 ? 1 : -1);
    const coat = kit.tone(index % 3 ? '#37424f' : '#7a3c34');
    const rod = stroke(
      `M${n(x + 10)} 830Q${n(x + reach * 0.6)} 660 ${n(x + reach)} ${n(560 + index * 9)}`,
      kit.ink(),
      3.5,
    );
    const line = stroke(
      `M${n(x + reach)} ${n(560 + index * 9)}L${n(x + reach * 1.15)} 880`,
      '#ffffff',
      1,
      'stroke-opacity="0.4"',
    );
    return line + rod + (index % 3 === 1 ? walker : person)(x, 985, 240, kit.ink(), coat);
  });
  const rail =
    rect(-10, 860, 1620, 12, kit.dim('#56616c')) +
    rect(-10, 915, 1620, 7, kit.dim('#56616c')) +
    times(28, (index) => rect(index * 60, 864, 7, 120, kit.dim('#56616c')));
  const deck =
    rect(0, 972, WIDTH, HEIGHT - 972, kit.dim('#6d6661')) + rect(0, 972, WIDTH, 8, kit.lit('#8a817a'));
  return (
    ridge(kit, 610, 80, kit.tone('#6e6a70', 0.8), 1) +
    city +
    yeni +
    mist(650, 90, 0.6) +
    sea +
    ferry(kit, 420, 735, 1.1) +
    lantern(kit, 800, 975, 520, kit.ink()) +
    rods +
    rail +
    deck
  );
}
