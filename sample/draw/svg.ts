/** Words for SVG: each function gives one element as text. Lengths are in pixels of the picture. */
export const WIDTH = 1600;
export const HEIGHT = 1067;

export type Point = readonly [x: number, y: number];

export function rect(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" ${more}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

export function polygon(points: readonly Point[], fill: string, more = ''): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}" ${more}/>`;
}

export function stroke(d: string, color: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" ${more}/>`;
}

/** Content drawn around the origin, put at a place; a negative `scaleX` mirrors it. */
export function at(x: number, y: number, scale: number, content: string, scaleX = scale): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(scaleX)} ${n(scale)})">${content}</g>`;
}

export function faded(opacity: number, content: string): string {
  return `<g opacity="${n(opacity)}">${content}</g>`;
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, index) => draw(index)).join('');
}

export type Stop = readonly [offset: number, color: string, opacity?: number];

/** Defines a gradient from top to bottom of what it fills; use it as `url(#id)`. */
export function verticalGradient(id: string, stops: readonly Stop[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(stop).join('')}</linearGradient>`;
}

export function radialGradient(id: string, stops: readonly Stop[]): string {
  return `<radialGradient id="${id}">${stops.map(stop).join('')}</radialGradient>`;
}

function stop([offset, color, opacity = 1]: Stop): string {
  return `<stop offset="${n(offset)}" stop-color="${color}" stop-opacity="${n(opacity)}"/>`;
}

/** Two decimals are finer than a pixel; more would only make the text long. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
