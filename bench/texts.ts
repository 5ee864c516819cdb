import { type BestTime, bestTimes, categories, type Category } from '#contracts/location/words';

/** The texts of a location, except for its city. */
export interface PlaceTexts {
  readonly name: string;
  readonly description: string;
  readonly address: string;
  readonly category: Category;
  readonly bestTimeToVisit: BestTime;
}

const words = (text: string): string[] => text.split(' ');
const adjectives = words(
  'quiet golden hidden ancient bright crooked painted narrow floating silver mossy windy sunken royal ' +
    'forgotten marble copper amber tiled stony shaded restless gentle lofty humble curious northern southern',
);
const nouns = words(
  'bridge harbour courtyard staircase lighthouse orchard market chapel tower garden arcade fountain terrace ' +
    'library observatory canal viaduct tram rooftop alley pavilion windmill quay cloister aqueduct bazaar',
);
const subjects = words(
  'morning light evening fog rain snow dusk sunrise shadows reflections lanterns swallows',
);
const verbs = words('fills crosses softens reveals frames colours follows touches brightens leaves');
const hints = [
  'Bring a wide lens and arrive before the crowds.',
  'Best seen from the steps on the far side.',
  'A tripod is tolerated on weekdays only.',
  'The café next door opens late.',
  'Look for the blue door and turn around.',
  'After rain the paving mirrors everything.',
];
const onsets = Array.from('bcdfghjklmnprstvwz');
const vowels = Array.from('aeiou');
const codas = Array.from('lmnrstkdvx');
const countries = words('Portugal Slovenia Japan Morocco Mexico Turkey Scotland France Czechia Australia');

const syllable = (random: Random): string =>
  `${random.pick(onsets)}${random.pick(vowels)}${random.pick(codas)}`;

/** A made-up word of two syllables, one of some eight hundred thousand, so that few locations share it. */
export const rareWord = (random: Random): string => `${syllable(random)}${syllable(random)}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const cityTexts = (random: Random, number: number) => ({
  name: `${capital(rareWord(random))} ${number}`,
  country: random.pick(countries),
  imageUrl: `https://pictures.example/${number}.jpg`,
});

/** About 250 characters of text, mostly in words that many locations share. */
export function placeTexts(random: Random): PlaceTexts {
  const adjective = random.pick(adjectives);
  const noun = random.pick(nouns);
  const scene = () =>
    `${random.pick(subjects)} ${random.pick(verbs)} the ${random.pick(adjectives)} ${random.pick(nouns)}`;
  return {
    name: `${capital(adjective)} ${noun} of ${capital(rareWord(random))}`,
    description: `${capital(scene())}, while ${scene()}. ${random.pick(hints)} ${capital(scene())}.`,
    address: `${1 + random.below(200)} ${capital(rareWord(random))} Street`,
    category: random.pick(categories),
    bestTimeToVisit: random.pick(bestTimes),
  };
}

/** Words that occur in a large share of all locations. */
export const commonFragments: readonly string[] = [
  'the',
  'while',
  'street',
  'arrive',
  'ing',
  'mirrors',
  'blue door',
  'tow',
];

/** Common words in an order that occurs in no text: all of its trigrams are common. */
export const commonLettersOfNone = (random: Random): string =>
  `${random.pick(nouns)} ${random.pick(adjectives)} ${random.pick(subjects)}`;

/** Beginnings of words, as many as the letters of a search allow; many locations have most of them. */
export const manyBeginnings = (random: Random): string =>
  Array.from({ length: 33 }, () => random.pick([...adjectives, ...nouns]).slice(0, 2)).join(' ');

/** Two halves of common words that occur together in no text. */
export const fragmentOfNone = (random: Random): string =>
  `${random.pick(nouns).slice(0, 5)}${random.pick(adjectives).slice(-4)}q`;

/** Fragments of four to nine letters, each in about `least` or more of `locations`; found by counting in a sample. */
export function fragmentsWithHits(
  sample: readonly PlaceTexts[],
  { least, locations }: { readonly least: number; readonly locations: number },
): string[] {
  const counts = new Map<string, number>();
  for (const { name, description } of sample) {
    for (const fragment of new Set([...fragmentsOf(name), ...fragmentsOf(description)])) {
      counts.set(fragment, (counts.get(fragment) ?? 0) + 1);
    }
  }
  // Half as many again, because the sample is small.
  const enough = Math.ceil((1.5 * least * sample.length) / locations);
  return [...counts].filter(([, count]) => count >= enough).map(([fragment]) => fragment);
}

function* fragmentsOf(text: string): Iterable<string> {
  const lower = text.toLowerCase();
  for (let from = 0; from < lower.length; from += 1) {
    for (let length = 4; length <= 9 && from + length <= lower.length; length += 1) {
      const fragment = lower.slice(from, from + length);
      if (fragment.trim() === fragment && /^[a-z ]+$/.test(fragment)) yield fragment;
    }
  }
}

export interface Random {
  /** From 0 up to, but not including, `most`. */
  below(most: number): number;
  pick<T>(values: readonly T[]): T;
}

/** Pseudo-random numbers that are the same in every run. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('There is nothing to pick from');
      return value;
    },
  };
}

/** A shuffled copy. */
export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const keyed = values.map((value) => ({ value, key: random.below(2 ** 32) }));
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
}
