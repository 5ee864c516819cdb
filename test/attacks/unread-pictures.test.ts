import { expect, it } from 'vitest';

import { attack } from './unread-pictures.attack.ts';

it('answers with pictures that nobody reads take little memory', async () => {
  const { held, facts } = await attack.run(60);
  expect(held, facts.join('\n')).toBe(true);
});
