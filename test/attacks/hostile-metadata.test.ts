import { expect, it } from 'vitest';

import { attack } from './hostile-metadata.attack.ts';

it('pictures with hostile EXIF are taken without it, and others can upload', async () => {
  const { held, facts } = await attack.run(16);
  expect(held, facts.join('\n')).toBe(true);
});
