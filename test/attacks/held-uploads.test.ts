import { expect, it } from 'vitest';

import { attack } from './held-uploads.attack.ts';

it('uploads that are held open take no more memory, and others can upload', async () => {
  const { held, facts } = await attack.run(60);
  expect(held, facts.join('\n')).toBe(true);
});
