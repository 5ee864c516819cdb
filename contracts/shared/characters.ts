// Which characters a text may contain. Invisible characters, and those that make a text look like another one, are
// refused.

/**
 * Scripts in which a joiner (U+200D) or non-joiner (U+200C) changes the form of a letter, such as Persian and Hindi.
 */
const joiningScripts = [
  'Arab',
  'Syrc',
  'Nkoo',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
]
  .concat(['Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr'])
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const joining = `(?=[\\p{L}\\p{M}])[${joiningScripts}]`;

/** Invisible characters that are needed in some places, because they change how their neighbours look. */
const needed = [
  `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
  // Emoji of several parts, emoji as picture or as text, and keycaps.
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  // The flags of England, Scotland and Wales: the only tags in use.
  '\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
  // Variants of Chinese characters, in Japanese names, and of Mongolian letters.
  '(?<=\\p{scx=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{scx=Mong})[\\u180b-\\u180f]',
].join('|');
const neededPattern = new RegExp(needed, 'gu');

/**
 * Never shown: control characters except white space, halves of pairs, private use, characters that change the
 * direction, tags.
 */
const inLines =
  '(?![\\t\\n\\r])\\p{Cc}|[\\p{Cs}\\p{Co}\\p{Bidi_Control}\\p{Noncharacter_Code_Point}\\ufeff\\u{e0000}-\\u{e007f}]';
/** Also refused in one-line texts: line ends, and everything invisible. */
const inOneLine =
  '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\u2800\\ufffc]';
/** More marks on one letter than any language needs; stacked marks cover the lines around. */
const flood = '[\\p{Mn}\\p{Me}]{5,}';

const patternOfLines = new RegExp(`${inLines}|${flood}`, 'u');
const patternOfOneLine = new RegExp(`${inOneLine}|${flood}`, 'u');
const neededOrRefused = new RegExp(`${needed}|(${inOneLine})`, 'gu');
const tooManyMarks = /(?<=[\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;

/** Invisible letters: a text of these alone would look empty. */
const visible = /[^\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Whether anything in the text is visible. */
export const isVisible = (value: string): boolean => visible.test(value);

/** Whether the text contains characters that cannot be shown, or deceive. `lines`: it may have several lines. */
export const isStrange = (value: string, lines: boolean): boolean =>
  (lines ? patternOfLines : patternOfOneLine).test(value.replace(neededPattern, ''));

/** Whether there are control characters other than white space. */
export const hasControls = (value: string): boolean => /(?![\t\n\r])\p{Cc}/u.test(value);

/** The text on one line, without the characters that `isStrange` refuses. */
export const withoutStrange = (value: string): string =>
  value
    .replace(/\s+/g, ' ')
    .replace(neededOrRefused, (match, refused: string | undefined) => (refused === undefined ? match : ''))
    .replace(tooManyMarks, '')
    .trim();
