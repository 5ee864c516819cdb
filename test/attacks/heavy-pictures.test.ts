import { expect, it } from 'vitest';

import { attack } from './heavy-pictures.attack.ts';

it(
  'pictures that are expensive to decode stay within the memory limit, and others can upload',
  { timeout: 180_000 },
  async () => {
    const { held, facts } = await attack.run(4);
    expect(held, facts.join('\n')).toBe(true);
  },
);
