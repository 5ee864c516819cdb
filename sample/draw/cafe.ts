import type { Kit } from './kit.ts';
import { at, circle, ellipse, n, path, polygon, rect, stroke, times } from './svg.ts';

/** Stripes running down, a scalloped edge; the top edge is `rise` narrower at each end. */
export function awning(
  kit: Kit,
  x: number,
  y: number,
  width: number,
  height: number,
  [first, second]: readonly [string, string],
  stripe = 44,
): string {
  const count = Math.max(2, Math.round(width / stripe));
  const step = width / count;
  const inset = (index: number) => x + 14 + (index * (width - 28)) / count;
  const stripes = times(count, (index) => {
    const color = index % 2 ? second : first;
    const [left, right] = [x + index * step, x + (index + 1) * step];
    const flap = path(
      `M${n(left)} ${n(y + height)}h${n(step)}v${n(height * 0.16)}a${n(step / 2)} ${n(step * 0.36)} 0 0 1 ${n(-step)} 0z`,
      kit.dim(color),
    );
    return (
      polygon(
        [
          [inset(index), y],
          [inset(index + 1), y],
          [right, y + height],
          [left, y + height],
        ],
        kit.tone(color),
      ) + flap
    );
  });
  return (
    stripes +
    rect(x + 10, y - 5, width - 20, 8, kit.dim(second)) +
    rect(x, y + height * 1.2 + step * 0.3, width, 36, kit.light.shade, 'fill-opacity="0.22"')
  );
}

/** A round table on one leg with two chairs, about 90 high at scale 1. */
export function tableSet(
  kit: Kit,
  x: number,
  y: number,
  scale: number,
  chair: string,
  top = '#efe6d4',
): string {
  const iron = kit.ink();
  const seat = (side: 1 | -1) => {
    const back = stroke(
      `M${side * 74} 0L${side * 70} -46L${side * 78} -98M${side * 36} 0L${side * 38} -46`,
      iron,
      4,
    );
    const weave = path(
      `M${side * 72} -60L${side * 79} -100Q${side * 73} -108 ${side * 66} -100L${side * 64} -60z`,
      kit.tone(chair),
    );
    return back + weave + ellipse(side * 54, -47, 22, 6, kit.lit(chair));
  };
  const table =
    stroke('M0 -66V-4M-20 0Q0 -8 20 0', iron, 5) +
    ellipse(0, -66, 42, 9, kit.dim(top)) +
    ellipse(0, -69, 42, 9, kit.lit(top));
  const shadow = ellipse(0, 3, 96, 11, kit.light.shade, 'fill-opacity="0.3"');
  return at(x, y, scale, shadow + seat(1) + seat(-1) + table + cup(kit, -12, -72) + cup(kit, 15, -70));
}

export function cup(kit: Kit, x: number, y: number): string {
  return (
    ellipse(x, y, 10, 2.6, kit.dim('#ffffff')) +
    path(`M${x - 6} ${y - 9}h12l-2 9h-8z`, kit.lit('#ffffff')) +
    ellipse(x, y - 9, 6, 1.6, kit.tone('#5b3624'))
  );
}

/** A parasol with its pole on (x, y); panels in two colours. */
export function parasol(
  kit: Kit,
  x: number,
  y: number,
  height: number,
  [first, second]: readonly [string, string],
): string {
  const panels = times(6, (index) => {
    const left = -96 + index * 32;
    return path(
      `M0 -168Q${n(left * 0.72)} -154 ${left} -116q16 10 32 0Q${n((left + 32) * 0.72)} -154 0 -168z`,
      index % 2 ? kit.tone(second) : index < 3 ? kit.lit(first) : kit.tone(first),
    );
  });
  return at(
    x,
    y,
    height / 170,
    rect(-2.5, -166, 5, 166, kit.dim('#6b543c')) + panels + circle(0, -169, 4, kit.dim('#6b543c')),
  );
}

/** A glazed front, warm inside: panes, a counter's shapes, lamps hanging from the ceiling. */
export function glassFront(
  kit: Kit,
  x: number,
  y: number,
  width: number,
  height: number,
  frame: string,
  panes = 3,
): string {
  const { random, light } = kit;
  const warm = light.lamps > 0.2 ? '#ffcf7d' : kit.tone('#d9a765');
  const back = light.lamps > 0.2 ? '#c9803c' : kit.dim('#7a5638');
  const id = `glass${n(x)}-${n(y)}`;
  const inside = `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${warm}"/><stop offset="1" stop-color="${back}"/></linearGradient></defs>`;
  const shelves = times(width / 34, (index) =>
    rect(
      x + 10 + index * 34,
      y + height * 0.45 - random.between(10, 34),
      random.between(8, 16),
      34,
      kit.dim('#5a3b28'),
      'fill-opacity="0.55"',
    ),
  );
  const counter = rect(x, y + height * 0.62, width, height * 0.38, kit.dim('#4a3020'), 'fill-opacity="0.8"');
  const lamps = times(panes, (index) => {
    const lampX = x + ((index + 0.5) * width) / panes;
    return (
      rect(lampX - 1, y, 2, height * 0.2, kit.ink()) +
      circle(lampX, y + height * 0.23, 9, '#fff3cf') +
      circle(lampX, y + height * 0.23, 60, 'url(#lamp)')
    );
  });
  const bars = times(panes + 1, (index) =>
    rect(x - 5 + (index * width) / panes, y - 4, 10, height + 8, kit.tone(frame)),
  );
  const gleam = polygon(
    [
      [x + width * 0.08, y + height],
      [x + width * 0.3, y],
      [x + width * 0.38, y],
      [x + width * 0.16, y + height],
    ],
    '#ffffff',
    'fill-opacity="0.13"',
  );
  return (
    inside +
    rect(x, y, width, height, `url(#${id})`) +
    shelves +
    counter +
    lamps +
    gleam +
    bars +
    rect(x - 5, y - 8, width + 10, 12, kit.lit(frame)) +
    rect(x - 5, y + height * 0.28, width + 10, 5, kit.tone(frame))
  );
}

/** A sagging wire of little lamps between two points. */
export function stringLights(
  kit: Kit,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  sag: number,
): string {
  const count = Math.round(Math.hypot(x2 - x1, y2 - y1) / 60);
  const lamps = times(count, (index) => {
    const t = (index + 0.5) / count;
    const x = x1 + (x2 - x1) * t;
    const y = y1 + (y2 - y1) * t + sag * 4 * t * (1 - t) * 0.5;
    return (
      circle(x, y + 7, 34, 'url(#lamp)', `fill-opacity="${n(0.3 + kit.light.lamps * 0.6)}"`) +
      circle(x, y + 7, 6, '#fff0c2')
    );
  });
  return (
    stroke(
      `M${n(x1)} ${n(y1)}Q${n((x1 + x2) / 2)} ${n((y1 + y2) / 2 + sag)} ${n(x2)} ${n(y2)}`,
      kit.ink(),
      2.5,
    ) + lamps
  );
}
