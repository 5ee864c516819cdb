import * as fc from 'fast-check';
import { v5 } from 'uuid';
import { expect, it } from 'vitest';

import { nameBasedId } from './name-based-id.ts';

it('returns the standard version 5 UUID', () => {
  // The example of RFC 9562.
  expect(nameBasedId('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (name, space) => {
      expect(nameBasedId(name, space)).toBe(v5(name, space));
    }),
  );
});

it('refuses a namespace that is not a UUID', () => {
  expect(() => nameBasedId('name', 'no space')).toThrow(TypeError);
});
