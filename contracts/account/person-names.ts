import * as z from 'zod/mini';

import { isStrange, withoutStrange } from '../shared/characters.ts';
import { text } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
import { fieldTexts } from '../shared/texts.ts';

/** A part of a person's name: text on one line, of assigned Unicode characters. */
export const personName = (label: string) =>
  text(label, { most: limits.personName }).check(
    z.refine((value) => isStrange(value, false) || !/\p{Cn}/u.test(value), {
      error: fieldTexts.strangeCharacters(label),
    }),
  );

/** Removes from a provider's name what `personName` refuses; null if nothing is left. */
export function cleanPersonName(name: string): string | null {
  const letters = [...withoutStrange(name).replace(/\p{Cn}/gu, '')];
  while (letters.join('').length > limits.personName) letters.pop();
  return personName('Name').safeParse(letters.join('')).data ?? null;
}

/** Names of people who run an installation, and the placeholder of an erased account. */
const reserved = [
  'administrator',
  'administrators',
  'administration',
  'admin',
  'admins',
  'sysadmin',
  'webmaster',
]
  .concat(['moderator', 'moderators', 'moderation', 'lightfall', 'support', 'staff', 'system', 'helpdesk'])
  .concat(['superuser', 'former member', 'deleted user', 'anonymous']);
/** A reserved name with these words around it is still reserved: 'The Site Administrator', 'Lightfall Support Team'. */
const companions = [
  'the',
  'site',
  'official',
  'team',
  'account',
  'service',
  'your',
  'our',
  'super',
  'head',
  'chief',
];

/**
 * Whether a person of this name could be mistaken for somebody who runs the installation, or for an erased account.
 * Checks the parts together, ignoring case, accents, marks and spaces, and treating similar-looking letters and digits
 * as equal.
 */
export function isReservedName(...parts: readonly (string | null)[]): boolean {
  const name = parts.filter((part) => part !== null).join(' ');
  return [name, name.replace(/\d/g, '')].some((each) => {
    const skeleton = skeletonOf(each);
    return reservedPattern.test(skeleton) && onlyReservedPattern.test(skeleton);
  });
}

/** Texts that look alike have the same skeleton. Only for comparison. */
function skeletonOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...plain]
    .map((letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}]/gu, '')
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv')
    .replaceAll('i', 'l');
}

/**
 * From Unicode's list of confusables: the small letters that look like a Latin one, each row after its Latin letter.
 */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  [
    'a\u0430\u03b1\u0251\u1d00@4',
    'b\u0432\u044c\u03b2\u0299',
    'c\u0441\u03f2\u1d04',
    'd\u0501\u1d05\u0111',
    'e\u0435\u03b5\u1d07\u04543',
    'f\u03dd\ua730',
    'g\u0261\u0262\u0581',
    'h\u043d\u04bb\u029c',
    'i\u0456\u03b9\u0131\u026a\u04cf1!|',
    'j\u0458\u1d0a',
    'k\u043a\u03ba\u1d0b',
    'l\u029f\u0142\u01c0',
    'm\u043c\u1d0d',
    'n\u03b7\u0274\u0578\u043f',
    'o\u043e\u03bf\u0585\u1d0f\u00f8\u03c30',
    'p\u0440\u03c1\u1d18',
    'r\u0280\u0433',
    's\u0455\ua731$5',
    't\u0442\u03c4\u1d1b7',
    'u\u03c5\u057d\u1d1c',
    'v\u03bd\u0475\u1d20',
    'w\u051d\u03c9\u1d21',
    'x\u0445\u03c7',
    'y\u0443\u03b3\u028f',
  ].flatMap((row) => {
    const [latin = '', ...others] = row;
    return others.map((other) => [other, latin] as const);
  }),
);

const anyOf = (words: readonly string[]): string => `(?:${words.map(skeletonOf).join('|')})`;
const reservedPattern = new RegExp(anyOf(reserved), 'u');
const onlyReservedPattern = new RegExp(`^${anyOf([...reserved, ...companions])}+$`, 'u');
