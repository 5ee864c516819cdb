import { turnHue } from './color.ts';
import type { Palette } from './palettes.ts';

export type Hour = 'dawn' | 'morning' | 'day' | 'golden' | 'sunset' | 'blue' | 'night' | 'mist';

/** What an hour of the day does to everything in a picture. */
export interface Light {
  /** From the zenith down to the horizon. */
  readonly sky: readonly [string, string, string, string];
  /** What far things fade into. */
  readonly haze: string;
  /** The colour of the light on every surface: white leaves it as it is. */
  readonly ambient: string;
  /** What surfaces turned to the sun lean to, and what those turned away do. */
  readonly key: string;
  readonly shade: string;
  /** The disc of the sun or the moon, and the glow around it. */
  readonly disc: string;
  readonly glow: string;
  /** Share of the windows that are lit, and how many stars there are: 0 to 1. */
  readonly lamps: number;
  readonly stars: number;
}

const lights: Readonly<Record<Hour, Light>> = {
  dawn: {
    sky: ['#56639c', '#a58bb8', '#f0a99a', '#fddcae'],
    haze: '#e9b9ab',
    ambient: '#e0c4cb',
    key: '#ffdcae',
    shade: '#3d3a68',
    disc: '#fff3d6',
    glow: '#ffd9a0',
    lamps: 0.25,
    stars: 0,
  },
  morning: {
    sky: ['#4f92c4', '#93c1d8', '#dfe3cf', '#ffe7b8'],
    haze: '#d6e0da',
    ambient: '#fff3dd',
    key: '#fff0c4',
    shade: '#3f5680',
    disc: '#fffbe8',
    glow: '#fff0bd',
    lamps: 0,
    stars: 0,
  },
  day: {
    sky: ['#2170b3', '#4f9bd0', '#96c9e3', '#dcecec'],
    haze: '#bdd9e5',
    ambient: '#fffdf6',
    key: '#fff8dc',
    shade: '#284a76',
    disc: '#ffffff',
    glow: '#ffffff',
    lamps: 0,
    stars: 0,
  },
  golden: {
    sky: ['#54789f', '#b3ab9c', '#f3bd78', '#ffe09a'],
    haze: '#f1c58f',
    ambient: '#ffdcae',
    key: '#ffd480',
    shade: '#5b3b4a',
    disc: '#fff6d8',
    glow: '#ffe2a0',
    lamps: 0.1,
    stars: 0,
  },
  sunset: {
    sky: ['#312f63', '#84497f', '#e66f5c', '#ffc26c'],
    haze: '#d67c68',
    ambient: '#d59a8f',
    key: '#ffb46a',
    shade: '#2a1f4a',
    disc: '#fff0c8',
    glow: '#ffbf70',
    lamps: 0.4,
    stars: 0.1,
  },
  blue: {
    sky: ['#0f2052', '#2a4a88', '#6d78b2', '#e3a48c'],
    haze: '#5c6ca8',
    ambient: '#7183bd',
    key: '#aebcec',
    shade: '#0c1636',
    disc: '#fbf3dd',
    glow: '#f2b795',
    lamps: 0.75,
    stars: 0.35,
  },
  night: {
    sky: ['#070d24', '#0e1c42', '#1d3263', '#3b5184'],
    haze: '#2b4474',
    ambient: '#4c629c',
    key: '#93abdf',
    shade: '#050918',
    disc: '#f7f4e6',
    glow: '#9db6e6',
    lamps: 0.9,
    stars: 1,
  },
  mist: {
    sky: ['#93a9ad', '#b9c7c3', '#d9ded2', '#eee9da'],
    haze: '#d8ded5',
    ambient: '#e6ece2',
    key: '#fdfbef',
    shade: '#455a5c',
    disc: '#fffdf2',
    glow: '#fffbe8',
    lamps: 0.15,
    stars: 0,
  },
};

/** The light of an hour as it is in one city: the same hour leans to that city's colours. */
export function lightOf(hour: Hour, { skyTurn, skyColourfulness }: Palette): Light {
  const light = lights[hour];
  const turn = (color: string) => turnHue(color, skyTurn, skyColourfulness);
  const [zenith, high, low, horizon] = light.sky;
  return {
    ...light,
    sky: [turn(zenith), turn(high), turn(low), turn(horizon)],
    haze: turn(light.haze),
    glow: turn(light.glow),
    shade: turn(light.shade),
  };
}
