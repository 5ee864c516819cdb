import { parseCookie } from 'cookie';
import { describe, expect, it } from 'vitest';

import { normaliseEmail } from '#contracts/shared/normalise';
import { decodeDataUrl } from '#command-service/photo/images/decode-data-url';
import { tokenOf } from '#platform/http/access-token';
import { parseToken } from '#platform/record-store/index';
import { allowedMethods } from '#query-service/http/known-paths';
import { operations } from '#contracts/api';
import { createRequestKeys } from '#platform/queries/response-cache';

import { startForFile } from '../api/server.ts';
import { calls } from './operations.ts';

/** Texts that make a vulnerable pattern backtrack exponentially: such a test would time out. */
const length = 100_000;
interface Parses {
  safeParse(value: unknown): unknown;
}
const repeated = [
  'a',
  ' ',
  '\t',
  '\n',
  '-',
  '.',
  '@',
  'a@',
  'a.',
  '@.',
  '/',
  ';',
  ',',
  '=',
  '0',
  '%',
  '%25',
  '%e4',
  '&',
  '&amp;',
];
const more = [
  '\\',
  '"',
  "'",
  '(',
  '[',
  '{',
  '<',
  '*',
  '+',
  '?',
  '^',
  '$',
  '|',
  '\u0301',
  'é',
  '中',
  '🏙',
  'İ',
  '\u3164',
  '\u0000',
  'aA',
  '.a',
  '::',
  ':0',
];
const hostile = [...repeated, ...more].flatMap((piece) => {
  const text = piece.repeat(Math.ceil(length / piece.length));
  return [
    text,
    `${text}!`,
    `a@${text}`,
    `a@b${text}c`,
    `https://${text}`,
    `/${text}`,
    `data:${text}`,
    `data:image/${text};base64,`,
    `Bearer ${text} `,
    `${'0'.repeat(8)}-${text}`,
  ];
});

describe('the fields of every call', () => {
  // Several calls have the same field, which is tried under the name of the last.
  const fields = new Map(
    calls.flatMap(({ name, body, query, params }) =>
      [body, query, params].flatMap((schema) =>
        Object.entries((schema as { shape?: Record<string, Parses> } | undefined)?.shape ?? {}).map(
          ([field, own]) => [own, `${field} of ${name}`] as const,
        ),
      ),
    ),
  );
  it.each([...fields])('%# $1 is parsed in time', (field) => {
    for (const text of hostile) expect(() => field.safeParse(text)).not.toThrow();
  });
  it('together are parsed in time', () => {
    for (const { body, query, params } of calls)
      for (const schema of [body, query, params]) {
        const keys = Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
        for (const text of hostile.filter((_text, at) => at % 20 === 0)) {
          const value = Object.fromEntries(keys.map((key) => [key, text]));
          expect(() => schema?.safeParse(value)).not.toThrow();
        }
      }
  });
});

it('input outside the fields is parsed in time', () => {
  const attempt = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      expect(error).toMatchObject({ name: 'Refusal' });
    }
  };
  for (const text of hostile) {
    attempt(() => normaliseEmail(text));
    attempt(() => decodeDataUrl(text));
    attempt(() => parseToken(text));
    attempt(() => tokenOf({ authorization: text, cookies: parseCookie(text) }));
    attempt(() => allowedMethods(text));
    const keys = createRequestKeys(Object.values(operations), []);
    attempt(() => keys.keyOf(`/api/cities?${text}`));
  }
});

const server = await startForFile();

describe('a server', () => {
  /** As long as an address or a header may be. */
  const short = hostile.map((text) =>
    [...text.slice(0, 900)]
      .slice(0, 600)
      .join('')
      .replaceAll(/\p{Cs}/gu, ''),
  );

  it('answers in time whatever the search text is', async () => {
    // Each piece by itself, without the text before and after it in the other variants.
    for (const text of short.filter((_text, at) => at % 10 === 0)) {
      for (const path of ['/api/cities', '/api/admin/locations']) {
        const search = encodeURIComponent([...text].slice(0, 49).join(''));
        const { status } = await server.admin.get(`${path}?search=${search}`);
        expect([200, 400]).toContain(status);
      }
    }
  });
  it('answers in time whatever a path, a query or a header contains', async () => {
    const paths = ['/', '/api/', '/photos/', '/pictures/', '/assets/', '/api/cities/'];
    for (const [at, text] of short.filter((_text, number) => number % 10 < 2).entries()) {
      const plain = text.replaceAll(/[^!-~]/g, 'a');
      const headers = {
        Authorization: `Bearer ${plain}`,
        Cookie: `${plain}; lightfall_session=${plain.replaceAll(/[;,]/g, '.')}`,
        Origin: plain,
        Accept: plain,
        'Accept-Encoding': plain,
        'If-None-Match': plain,
      };
      const written = encodeURIComponent(text).slice(0, 3000);
      const response = await fetch(
        `${server.origin}${paths[at % paths.length]}${written}?cursor=${written}`,
        { headers },
      );
      expect(response.status).toBeLessThan(500);
      await response.text();
    }
  });
});
