/** Colours are '#rrggbb' strings at every boundary; channels are 0 to 255 inside this file. */
type Channels = readonly [number, number, number];

function parse(color: string): Channels {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function format([red, green, blue]: Channels): string {
  const byte = (channel: number) => Math.round(Math.min(255, Math.max(0, channel)));
  return `#${((byte(red) << 16) | (byte(green) << 8) | byte(blue)).toString(16).padStart(6, '0')}`;
}

/** The colour `amount` (0 to 1) of the way from `from` to `to`. */
export function mix(from: string, to: string, amount: number): string {
  const [r1, g1, b1] = parse(from);
  const [r2, g2, b2] = parse(to);
  return format([r1 + (r2 - r1) * amount, g1 + (g2 - g1) * amount, b1 + (b2 - b1) * amount]);
}

/** A surface of one colour under light of another. */
export function multiply(surface: string, light: string): string {
  const [r1, g1, b1] = parse(surface);
  const [r2, g2, b2] = parse(light);
  return format([(r1 * r2) / 255, (g1 * g2) / 255, (b1 * b2) / 255]);
}

/**
 * Turns the hue by `degrees` and scales the colourfulness. It works in Oklab, because there a turned
 * colour keeps its lightness: a whole sky can lean to rose or to gold and stay as bright as it was.
 */
export function turnHue(color: string, degrees: number, colourfulness: number): string {
  const [lightness, a, b] = toOklab(parse(color));
  const angle = Math.atan2(b, a) + (degrees * Math.PI) / 180;
  const chroma = Math.hypot(a, b) * colourfulness;
  return format(fromOklab([lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]));
}

function toOklab(color: Channels): Channels {
  const [r, g, b] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Channels): Channels {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const encode = (linear: number) => {
    const share = Math.min(1, Math.max(0, linear));
    return 255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055);
  };
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
