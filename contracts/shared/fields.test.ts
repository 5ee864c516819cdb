import type * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';

import { Login, Register } from '../account/commands.ts';
import { CreateCity, UpdateCity } from '../city/commands.ts';
import { CreateLocation, RateLocation, UpdateLocation } from '../location/commands.ts';
import { ApproveEdit, Reject, Restore } from '../moderation/commands.ts';
import { AddPhoto } from '../photo/commands.ts';
import { bestTime, category } from '../location/fields.ts';
import { email, imageUrl, optionalText, queryNumber, text, uuid, wholeNumber } from './fields.ts';
import { bestTimes, categories, categoryLabels, categoryPlurals, homeCategories } from '../location/words.ts';
import { limits } from './limits.ts';

/** The messages of a schema about a value; empty if it is valid. */
const against = (schema: z.ZodMiniType, value: unknown): string[] => {
  const result = schema.safeParse(value);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => [...path.map(String), message].join(': '));
};
const taken = <S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> => schema.parse(value);

describe('text', () => {
  const name = text('Name', { most: 10 });
  it.each([
    [undefined, 'Name is required'],
    [null, 'Name is required'],
    ['', 'Name is required'],
    [' \t\n\u00a0\u3000 ', 'Name is required'],
    ['\u200b\u200d\u2060', 'Name is required'],
    ['\u3164\u2800', 'Name is required'],
    ['12345678901', 'Name must be at most 10 characters'],
    [7, 'Name must be text'],
    [true, 'Name must be text'],
    [{ $gt: '' }, 'Name must be text'],
    [['Porto'], 'Name must be text'],
  ])('for %j the message is: %s', (value, message) => expect(against(name, value)).toEqual([message]));

  it('is trimmed', () => expect(taken(name, '  Porto ')).toBe('Porto'));
  it('may be as long as the limit', () => expect(taken(name, '1234567890')).toBe('1234567890'));
  it('is trimmed before it is measured', () => {
    expect(taken(name, '  1234567890\n')).toBe('1234567890');
    expect(against(name, ' '.repeat(11))).toEqual(['Name is required']);
    expect(taken(imageUrl, ` https://example.org/${'x'.repeat(limits.url - 20)} `)).toHaveLength(limits.url);
    expect(against(Login, { email: `${'a'.repeat(limits.email)} `, password: 'secret1' })).toEqual([]);
  });
  it.each(['Zürich', 'Łódź', '東京', 'القاهرة', 'נמל', '🏙️ City', 'Réunion'])('may be %s', (value) =>
    expect(taken(name, value)).toBe(value),
  );
  it.each([
    ['a null', 'Por\u0000to'],
    ['an escape', 'Por\u001bto'],
    ['a delete', 'Por\u007fto'],
    ['a C1 control', 'Por\u0085to'],
    ['a right-to-left override', 'Por\u202eto'],
    ['an embedding', 'Por\u202ato'],
    ['an isolate', 'Por\u2066to'],
    ['a mark', 'Por\u200eto'],
    ['a byte order mark', 'Por\ufeffto'],
    ['half a surrogate pair', 'Por\ud800to'],
    ['a line break', 'Por\nto'],
    ['a tab', 'Por\tto'],
  ])('may not contain %s', (_name, value) =>
    expect(against(name, value)).toEqual(['Name contains characters that cannot be shown']),
  );
  it.each([
    ['an Arabic letter mark', 'Por\u061cto'],
    ['a blank without width', 'Por\u200bto'],
    ['a soft hyphen', 'Por\u00adto'],
    ['a joiner without need', 'Por\u200dto'],
    ['a line separator', 'Por\u2028to'],
    ['private use', 'Por\ue000to'],
    ['a tag', 'Porto\u{e0041}'],
    ['a noncharacter', 'Porto\ufffe'],
    ['a flood of marks', 'P\u0301\u0302\u0303\u0304\u0305o'],
  ])('on one line may not contain %s either', (_name, value) =>
    expect(against(name, value)).toEqual(['Name contains characters that cannot be shown']),
  );
  it.each([
    ['a Persian name', 'می\u200cخانه'],
    ['an emoji of several parts', '👩\u200d👩\u200d👧 P'],
    ['a picture of a sign', '❤\ufe0f P'],
    ['a keycap', '1\ufe0f\u20e3 P'],
    ['the flag of Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ])('may contain %s', (_name, value) => expect(taken(text('Name', { most: 20 }), value)).toBe(value));
  it('of several lines accepts pasted text, but no characters that reverse, hide or flood it', () => {
    const description = text('Description', { most: 40, lines: true });
    for (const pasted of ['soft\u00adly', 'a\u200bb', 'one\u2028two', 'a\u2060b', 'one\n\n\ttwo'])
      expect(taken(description, pasted)).toBe(pasted);
    for (const refused of [
      '\u202etwo',
      'a\u2066b',
      'a\u061cb',
      'a\u{e0041}',
      'a\ue000',
      `a${'\u0336'.repeat(9)}`,
    ])
      expect(against(description, `One ${refused}`)).toEqual([
        'Description contains characters that cannot be shown',
      ]);
  });
  it('may have lines where allowed, but no other control characters', () => {
    const description = text('Description', { most: 20, lines: true });
    expect(taken(description, 'One\r\n\tTwo')).toBe('One\r\n\tTwo');
    expect(against(description, 'One\u0007')).toEqual([
      'Description contains characters that cannot be shown',
    ]);
  });
});

describe('optional text', () => {
  const address = optionalText('Address', { most: 10 });
  it.each([null, '', '  \t'])('%j counts as no text', (value) => expect(taken(address, value)).toBeNull());
  it('is a text like any other', () => {
    expect(taken(address, ' Quay 1 ')).toBe('Quay 1');
    expect(against(address, 'x'.repeat(11))).toEqual(['Address must be at most 10 characters']);
    expect(against(address, 5)).toEqual(['Address must be text']);
    expect(against(address, '\u202eQuay')).toEqual(['Address contains characters that cannot be shown']);
  });
});

describe('uuid', () => {
  const id = uuid('City');
  const value = '3c9a9c1e-8a7b-5e1d-a5f2-2f0d7b8e9c33';
  it('is accepted in any case and stored in lower case', () => {
    expect(taken(id, value)).toBe(value);
    expect(taken(id, value.toUpperCase())).toBe(value);
  });
  it.each([
    [undefined, 'City is required'],
    ['', 'City is required'],
    ['1', 'City must be a UUID'],
    [1, 'City must be a UUID'],
    [`${value}\n`, 'City must be a UUID'],
    [` ${value}`, 'City must be a UUID'],
    [`${value}' OR '1'='1`, 'City must be a UUID'],
    [{ $ne: null }, 'City must be a UUID'],
    [`{${value}}`, 'City must be a UUID'],
  ])('for %j the message is: %s', (wrong, message) => expect(against(id, wrong)).toEqual([message]));
});

describe('category', () => {
  it.each(categories)('%s is accepted as slug and as label, in any case', (slug) => {
    const label = categoryLabels[slug];
    for (const written of [
      slug,
      slug.toUpperCase(),
      label,
      label.toUpperCase(),
      ` ${label.toLowerCase()} `,
    ]) {
      expect(taken(category, written), written).toBe(slug);
    }
  });
  it.each(['Landmarks', 'bar', 'street_art', '__proto__', 'constructor', 'street-art-art'])(
    '%s is not a category',
    (value) => expect(against(category, value)).toEqual(['Please choose a category']),
  );
  it('is required', () => {
    expect(against(category, undefined)).toEqual(['Category is required']);
    expect(against(category, '')).toEqual(['Category is required']);
    expect(against(category, 3)).toEqual(['Please choose a category']);
  });
  it('has five chips', () =>
    expect(homeCategories.map((each) => categoryPlurals[each])).toEqual([
      'Landmarks',
      'Cafes',
      'Viewpoints',
      'Street Art',
      'Nature',
    ]));
});

describe('best time', () => {
  it.each(bestTimes)('may be %s', (value) => expect(taken(bestTime, value)).toBe(value));
  it.each([null, ''])('may be left open (%j)', (value) => expect(taken(bestTime, value)).toBeNull());
  it.each(['morning', 'Any Time', 7, {}, []])('may not be %j', (value) =>
    expect(against(bestTime, value)).toEqual(['Please choose one of the listed times']),
  );
});

describe('image URL', () => {
  it.each([
    'https://example.org/p.jpg',
    'http://example.org:8080/p?w=1#x',
    'HTTPS://EXAMPLE.ORG/P.JPG',
    'https://пример.рф/фото.jpg',
    '/pictures/porto/1600.webp',
    '/photos/3c9a9c1e-8a7b-5e1d-a5f2-2f0d7b8e9c33/480.webp',
  ])('may be %s', (value) => expect(taken(imageUrl, value)).toBe(value));
  it.each([
    'porto.jpg',
    'example.org/p.jpg',
    '//example.org/p.jpg',
    '/etc/passwd',
    '/pictures/../../etc/passwd',
    '/pictures/porto/1600.webp?x=1',
    '/api/cities',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:image/png;base64,AAAA',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://example.org/p.jpg',
    'blob:https://example.org/1',
    'https://user:secret@example.org/p.jpg',
    'https://user@example.org/p.jpg',
    'https://',
    'https:example.org/p.jpg',
    'https:/example.org/p.jpg',
    'https:\\\\example.org/p.jpg',
    'https://example.org\\p.jpg',
    'https://exa mple.org/p.jpg',
    'https://example.org/\u202egpj.p',
    'https://example.org/p\u0000.jpg',
    7,
    {},
  ])('may not be %j', (value) =>
    expect(against(imageUrl, value)).toEqual(['Please enter a valid image URL']),
  );
  it.each([undefined, null, '', '   '])('is required (%j)', (value) =>
    expect(against(imageUrl, value)).toEqual(['Image URL is required']),
  );
  it('has a maximum length', () => {
    const longest = `https://example.org/${'x'.repeat(limits.url - 20)}`;
    expect(taken(imageUrl, longest)).toHaveLength(2048);
    expect(against(imageUrl, `${longest}x`)).toEqual(['Image URL must be at most 2048 characters']);
  });
});

describe('email', () => {
  it.each(['anna@example.org', 'Anna.B+photo@sub.example.co.uk', 'ünï@exämple.org'])('may be %s', (value) =>
    expect(taken(email, value)).toBe(value),
  );
  it.each([
    'anna',
    'anna@',
    '@example.org',
    'anna@example',
    'anna@exa mple.org',
    'a@b@c.org',
    'anna@example.org,ben@example.org',
    '<anna@example.org>',
    'anna@example.',
    'anna@example..org',
    'anna@.example.org',
    'علی\u200cرضا@example.org',
  ])('may not be %s', (value) =>
    expect(against(email, value)).toEqual(['Please enter a valid email address']),
  );
  it.each(['\u200b', '\u00ad', '\u2060', '\u202e', '\ufeff', '\u{e0041}'])(
    'may not contain %j',
    (character) =>
      expect(against(email, `an${character}na@example.org`)[0]).toBe(
        'Email contains characters that cannot be shown',
      ),
  );
  it('has a maximum length', () =>
    expect(against(email, `${'a'.repeat(250)}@example.org`)).toEqual([
      'Email must be at most 254 characters',
    ]));
});

describe('numbers', () => {
  const rating = 'Rating must be a whole number from 1 to 5';
  it.each([0, 6, 2.5, -1, NaN, Infinity, '5', true, [3], {}])('%j is not a rating', (value) =>
    expect(against(wholeNumber('Rating', 1, 5), value)[0]).toBe(rating),
  );
  it.each([null, undefined])('%j is a missing rating', (value) =>
    expect(against(wholeNumber('Rating', 1, 5), value)).toEqual(['Rating is required']),
  );
  it.each([1, 5])('%i is a rating', (value) => expect(taken(wholeNumber('Rating', 1, 5), value)).toBe(value));
  it.each(['0', '-1', '501', '1.5', '1e2', '', ' 5', '0x10', '9999999999', ['1', '2'], undefined, 5])(
    '%j is not a limit',
    (value) =>
      expect(against(queryNumber('limit', 1, 500), value)[0]).toBe(
        'limit must be a whole number from 1 to 500',
      ),
  );
  it.each([
    ['1', 1],
    ['500', 500],
    ['007', 7],
  ])('%j is a limit', (value, number) => expect(taken(queryNumber('limit', 1, 500), value)).toBe(number));
});

describe('commands', () => {
  const city = { name: 'Porto', country: 'Portugal', imageUrl: 'https://example.org/p.jpg' };
  const location = {
    name: 'Ribeira',
    description: 'Quay',
    cityId: '3c9a9c1e-8a7b-5e1d-a5f2-2f0d7b8e9c33',
    category: 'viewpoint',
  };

  it('name every field that is missing', () => {
    expect(against(CreateCity, {})).toEqual([
      'name: Name is required',
      'country: Country is required',
      'imageUrl: Image URL is required',
    ]);
    expect(against(CreateLocation, {})).toEqual([
      'name: Name is required',
      'description: Description is required',
      'cityId: City is required',
      'category: Category is required',
    ]);
    expect(against(Register, {})).toEqual([
      'email: Email is required',
      'password: Password is required',
      'firstName: First name is required',
      'lastName: Last name is required',
    ]);
    expect(against(Login, {})).toEqual(['email: Email is required', 'password: Password is required']);
  });
  it('drop unknown fields of any kind', () => {
    const sneaky = { ...city, id: 'mine', status: 'approved', submittedBy: 'admin', isAdmin: true };
    expect(taken(CreateCity, sneaky)).toEqual(city);
    expect(
      taken(
        CreateCity,
        JSON.parse(
          '{"__proto__": {"isAdmin": true}, "name": "P", "country": "P", "imageUrl": "https://e.org"}',
        ),
      ),
    ).not.toHaveProperty('isAdmin');
  });
  it.each([null, undefined, 'text', 7, [], [city]])('must be objects (not %j)', (value) =>
    expect(against(CreateCity, value)).toHaveLength(1),
  );
  it('apply the limits to their fields', () => {
    const long = (length: number) => 'x'.repeat(length + 1);
    expect(against(CreateCity, { ...city, name: long(120), country: long(100) })).toEqual([
      'name: Name must be at most 120 characters',
      'country: Country must be at most 100 characters',
    ]);
    expect(
      against(CreateLocation, { ...location, name: long(120), description: long(2000), address: long(300) }),
    ).toEqual([
      'name: Name must be at most 120 characters',
      'description: Description must be at most 2000 characters',
      'address: Address must be at most 300 characters',
    ]);
    expect(against(Reject, { reason: long(500) })).toEqual(['reason: Reason must be at most 500 characters']);
  });
  it('change only the given fields; null clears optional ones only', () => {
    expect(taken(UpdateCity, {})).toEqual({});
    expect(taken(UpdateLocation, { address: null, bestTimeToVisit: ' ' })).toEqual({
      address: null,
      bestTimeToVisit: null,
    });
    expect(against(UpdateLocation, { name: null, cityId: null })).toEqual([
      'name: Name is required',
      'cityId: City is required',
    ]);
    expect(against(UpdateCity, { name: ' ' })).toEqual(['name: Name is required']);
  });
  it('take a revision from 0', () => {
    expect(taken(UpdateCity, { revision: 0 })).toEqual({ revision: 0 });
    for (const revision of [-1, 1.5, '1', null]) expect(against(Restore, { revision })).toHaveLength(1);
  });
  it('accept only true as force', () => {
    expect(taken(ApproveEdit, { force: true })).toEqual({ force: true });
    for (const force of ['true', 1, null]) {
      expect(against(ApproveEdit, { force })).toEqual(['force: Force must be true or false']);
    }
  });
  it('take a rating of 1 to 5', () => {
    expect(against(RateLocation, {})).toEqual(['rating: Rating is required']);
    expect(taken(RateLocation, { rating: 3 })).toEqual({ rating: 3 });
  });
  it('take a password of 6 to 200 characters at sign-up, with any content', () => {
    const person = { email: 'a@example.org', firstName: 'Anna', lastName: 'B' };
    expect(against(Register, { ...person, password: '12345' })).toEqual([
      'password: Password must be at least 6 characters',
    ]);
    expect(against(Register, { ...person, password: 'x'.repeat(201) })).toEqual([
      'password: Password must be at most 200 characters',
    ]);
    expect(taken(Register, { ...person, password: ' \u202e123 ' }).password).toBe(' \u202e123 ');
    expect(against(Login, { email: 'a@example.org', password: { $ne: '' } })).toEqual([
      'password: Password must be text',
    ]);
    const withNul = { email: 'a\u0000b', password: '123456' };
    expect(against(Login, withNul).map((line) => line.split(':')[0])).toEqual(['email']);
  });
  it('take a photo only as a data URL, with a name', () => {
    const photo = { imageData: 'data:image/png;base64,AAAA', fileName: 'a.png' };
    expect(taken(AddPhoto, { ...photo, fileSize: 3, mimeType: 'image/png', isPrimary: 0 })).toMatchObject(
      photo,
    );
    expect(against(AddPhoto, { ...photo, imageData: 'https://example.org/a.png' })).toEqual([
      'imageData: imageData must be a base64 data URL',
    ]);
    expect(against(AddPhoto, { ...photo, imageData: '' })).toEqual(['imageData: Photo is required']);
    expect(against(AddPhoto, { ...photo, isPrimary: 2 })).toEqual(['isPrimary: isPrimary must be 0 or 1']);
    const named = (fileName: string) => taken(AddPhoto, { ...photo, fileName }).fileName;
    expect(named('\u200bPHOTO\u2028 2026\n.jpg')).toBe('PHOTO 2026 .jpg');
    expect(against(AddPhoto, { ...photo, fileName: 'a\u202egpj.exe' })).toHaveLength(1);
    expect(against(AddPhoto, {})).toEqual([
      'imageData: Photo is required',
      'fileName: File name is required',
    ]);
  });
});
