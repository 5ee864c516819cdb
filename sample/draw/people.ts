import { at, circle, ellipse, path, rect, stroke } from './svg.ts';

/** Figures for scale: each stands at (x, y), `height` high, in one colour like a cut-out. */
export function person(x: number, y: number, height: number, color: string, coat = color): string {
  const legs = path('M-9 -46L-8 0H-2L0 -40L4 0H10L9 -46z', color);
  const body = path('M-11 -84Q0 -92 11 -84L14 -42Q0 -36 -14 -42z', coat);
  return at(x, y, height / 100, legs + body + circle(0, -94, 8, color));
}

export function walker(x: number, y: number, height: number, color: string, coat = color): string {
  const legs = path('M-8 -44L-16 -2H-9L1 -36L10 0H17L8 -46z', color);
  const body =
    path('M-10 -84Q0 -91 10 -84L12 -42Q0 -36 -12 -42z', coat) +
    stroke('M8 -78L17 -54M-8 -78L-15 -52', coat, 5);
  return at(x, y, height / 100, legs + body + circle(2, -94, 8, color));
}

export function underUmbrella(x: number, y: number, height: number, color: string, umbrella: string): string {
  const canopy = path(
    'M-38 -104Q-30 -140 4 -142Q38 -140 42 -104Q32 -112 22 -104Q12 -112 2 -104Q-8 -112 -18 -104Q-28 -112 -38 -104z',
    umbrella,
  );
  return walker(x, y, height, color) + at(x, y, height / 100, stroke('M10 -60L3 -138', color, 2.5) + canopy);
}

export function couple(x: number, y: number, height: number, color: string, coat = color): string {
  return person(x, y, height, color, coat) + person(x + height * 0.27, y, height * 0.92, color);
}

/** Someone bent to a camera on a tripod; `facing` 1 looks to the right. */
export function photographer(
  x: number,
  y: number,
  height: number,
  color: string,
  facing: 1 | -1 = 1,
): string {
  const tripod = stroke('M40 -66L26 0M40 -66L42 0M40 -66L58 0', color, 3);
  const camera = rect(28, -84, 24, 17, color) + rect(52, -80, 13, 10, color) + rect(34, -88, 10, 6, color);
  const legs = path('M-10 -46L-12 0H-5L0 -38L6 0H13L9 -46z', color);
  const body =
    path('M-12 -82Q-2 -92 10 -82L12 -42Q0 -38 -13 -42z', color) + stroke('M4 -78L18 -62L32 -72', color, 6);
  const pack = ellipse(-14, -66, 9, 16, color);
  return at(
    x,
    y,
    height / 100,
    tripod + camera + legs + body + pack + circle(8, -94, 8.5, color),
    (height / 100) * facing,
  );
}

export function seated(x: number, y: number, height: number, color: string, coat = color): string {
  const body = path('M-12 -58Q-2 -66 8 -58L10 -24L26 -22L25 0H18L16 -14L-12 -14z', coat);
  return at(x, y, height / 70, body + circle(0, -69, 8, color));
}

export function cat(x: number, y: number, scale: number, color: string): string {
  const body = path('M-14 0Q-20 -30 -4 -40L-6 -56L2 -50L10 -50L18 -57L17 -40Q24 -24 18 0z', color);
  return at(x, y, scale, body + stroke('M-13 -3Q-36 -4 -34 -24', color, 5));
}

export function gull(x: number, y: number, scale: number, color: string): string {
  return at(x, y, scale, path('M-30 -8Q-14 -18 0 0Q14 -18 30 -8Q14 -12 0 6Q-14 -12 -30 -8z', color));
}
