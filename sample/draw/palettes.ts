/** The colours that keep the pictures of one city together. */
export interface Palette {
  /** Degrees by which every sky is turned in hue, and how colourful it stays (1: as it was). */
  readonly skyTurn: number;
  readonly skyColourfulness: number;
  readonly walls: readonly [string, ...string[]];
  readonly roof: string;
  readonly stone: string;
  readonly leaf: string;
  readonly accent: string;
  /** Water under a neutral light. */
  readonly water: string;
}

export type CityPalette =
  | 'istanbul'
  | 'lisbon'
  | 'edinburgh'
  | 'kyoto'
  | 'paris'
  | 'newYork'
  | 'sanFrancisco'
  | 'prague'
  | 'marrakesh'
  | 'capeTown'
  | 'sydney'
  | 'mexicoCity'
  | 'ljubljana';

function palette(
  [skyTurn, skyColourfulness]: readonly [number, number],
  walls: Palette['walls'],
  [roof, stone, leaf, accent, water]: readonly [string, string, string, string, string],
): Palette {
  return { skyTurn, skyColourfulness, walls, roof, stone, leaf, accent, water };
}

/** Each line: turn and colourfulness of the sky; walls; roof, stone, leaf, accent, water. */
export const palettes: Readonly<Record<CityPalette, Palette>> = {
  istanbul: palette(
    [-10, 1.05],
    ['#d8c3a5', '#c98f6c', '#e3d3b8', '#b8705a', '#a9a08f'],
    ['#a5533f', '#b9ab98', '#56704f', '#c23b3b', '#3b7f93'],
  ),
  lisbon: palette(
    [6, 1.05],
    ['#f3e6cf', '#f0c987', '#e9a58c', '#cfe0e0', '#f7efe2'],
    ['#c8623f', '#e4d5b7', '#5c7a4e', '#e8b21e', '#3f8fae'],
  ),
  edinburgh: palette(
    [-22, 0.78],
    ['#8d8173', '#a39681', '#75695f', '#b3a58c', '#837a70'],
    ['#4d5058', '#8b7f70', '#6d7a48', '#8f3b4a', '#5d7580'],
  ),
  kyoto: palette(
    [-18, 0.9],
    ['#7d5b43', '#93704f', '#6a4c3b', '#e7d8ba', '#5b4638'],
    ['#4c5260', '#a79c88', '#4f7a45', '#d8472b', '#5f8a86'],
  ),
  paris: palette(
    [-6, 0.85],
    ['#e6d9c2', '#dccdb3', '#eee3cf', '#d3c3a8', '#e0d2bb'],
    ['#6c7688', '#d9cab0', '#6a8050', '#b8342f', '#5d8691'],
  ),
  newYork: palette(
    [4, 0.95],
    ['#a4593f', '#8a4a38', '#b98a68', '#6f7884', '#94776a'],
    ['#4a4f5a', '#a89c8b', '#66834a', '#f0b429', '#47728c'],
  ),
  sanFrancisco: palette(
    [10, 0.92],
    ['#a9c3c4', '#e8c9a0', '#d99a86', '#b7c79c', '#ece2cd'],
    ['#5d6068', '#c7b79c', '#54735a', '#c8402a', '#3f7f8f'],
  ),
  prague: palette(
    [-14, 1],
    ['#ecd9a9', '#e3b98a', '#d9c9b3', '#e8a98f', '#cbd3b8'],
    ['#b4512f', '#7f705f', '#5f7a4a', '#a8842c', '#56788a'],
  ),
  marrakesh: palette(
    [14, 1.02],
    ['#c9745a', '#d68c6a', '#b9644d', '#e0a583', '#cf7f5d'],
    ['#a5533d', '#cf9a76', '#5d7f4d', '#2346b8', '#3f97a3'],
  ),
  capeTown: palette(
    [-4, 1.08],
    ['#e5674f', '#3fa79b', '#f2b63c', '#7c8fd0', '#ee8fa0'],
    ['#7e8792', '#a9a49a', '#5f8050', '#f0703c', '#1f86a8'],
  ),
  sydney: palette(
    [0, 1.12],
    ['#e2d6c2', '#b7a18a', '#8fa3b5', '#cfd8dc', '#a9816a'],
    ['#7a5a4a', '#d2b48a', '#4f7a58', '#ff8a3c', '#1c7da6'],
  ),
  mexicoCity: palette(
    [22, 1.05],
    ['#e86a92', '#f0a03c', '#3fa3a0', '#8f5bb0', '#f3d9a8'],
    ['#b5562f', '#e3cfb4', '#5a7f46', '#e0218a', '#5f8a6a'],
  ),
  ljubljana: palette(
    [-28, 0.92],
    ['#f0d9b0', '#e8b9a0', '#d9dcc0', '#f3e6d0', '#c9d5d9'],
    ['#a9553b', '#bdb5a4', '#5c8452', '#3d8b6d', '#4f8a7c'],
  ),
};
