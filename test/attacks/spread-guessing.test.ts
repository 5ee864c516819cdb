import { expect, it } from 'vitest';

import { attack } from './spread-guessing.attack.ts';

it('guessing at one account from many addresses is slow, and its owner can sign in meanwhile', async () => {
  const { held, facts } = await attack.run(12);
  expect(held, facts.join('\n')).toBe(true);
});
