import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { normaliseText } from './normalise.ts';
import { hasWord } from './has-word.test-helper.ts';
import { markWords, searchWords, sought, tierOf } from './search-words.ts';

describe('the words of a search', () => {
  it.each([
    ['old  Tower', ['old', 'tower']],
    ['Café Łódź straße', ['cafe', 'lodz', 'strasse']],
    ['"Blue  Door" red', ['blue door', 'red']],
    ['a"b c"d', ['a', 'b c', 'd']],
    ['"old tow', ['"old', 'tow']],
    ['6" "pipe', ['6', 'pipe']],
    ['6"', ['6"']],
    ['the the The', ['the']],
    ['100% .*', ['100%', '.*']],
    ['東京 タワー', ['東京', 'タワー']],
    ['', []],
    ['"', ['"']],
    ['"" " "', []],
  ])('%j', (search, words) => expect(searchWords(search)).toEqual(words));
});

describe('a text', () => {
  it.each([
    ['the old tower', 'owe'],
    ['the old tower', 'ld t'],
    ['the old tower', 'to'],
    ['the old tower', 't'],
    ['(old)', 'ol'],
    ['100 %', '%'],
    ['100% sure', '0% s'],
    ['a .*b', '.*'],
    ['新東京駅', '東京'],
    ['新東京駅', '京'],
    ['新東京駅', '東京駅'],
    ['新ab', 'ab'],
    ['a\u{1F304}b', 'b'],
  ])('%j has the word %j', (text, word) => expect(tierOf([word], [text])).toBe(0));

  it.each([
    ['the old tower', 'ow'],
    ['the old tower', 'ld'],
    ['the old tower', 'r'],
    ['the old tower', 'old  tower'],
    ['the old tower', 'o.d'],
    ['the old tower', 'tower old'],
    ['100% sure', '%'],
    ['a.*b', '.*'],
    ['a東京', 'a 東'],
    ['a 東京', 'a東京'],
    ['old\ntower', 'old tower'],
  ])('%j does not have the word %j', (text, word) => expect(tierOf([word], [text])).toBeUndefined());
});

test('the tier is the number of the last field that is needed to find all words', () => {
  const fields = ['old tower', 'rome', 'a bridge in the fog'];
  expect(tierOf(['tower', 'old'], fields)).toBe(0);
  expect(tierOf(['rome', 'old'], fields)).toBe(1);
  expect(tierOf(['fog', 'rome', 'old'], fields)).toBe(2);
  expect(tierOf(['fog', 'paris'], fields)).toBeUndefined();
});

const someText = fc
  .array(fc.constantFrom('a', 'b', '1', ' ', '%', '.*', '"', '東', 'タ', '\u{1F304}', 'é', 'ß', '\u{E000}'), {
    maxLength: 12,
  })
  .map((parts) => normaliseText(parts.join('')));

test('a marked text contains the sought fragment exactly if the text has the word', () => {
  fc.assert(
    fc.property(someText, someText, (text, word) => {
      fc.pre(word !== '');
      expect(markWords(text).includes(sought(word))).toBe(hasWord(text, word));
      expect([...sought(word)].length).toBeGreaterThanOrEqual(3);
    }),
    { numRuns: 2000 },
  );
});
