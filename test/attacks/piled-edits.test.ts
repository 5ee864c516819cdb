import { expect, it } from 'vitest';

import { attack } from './piled-edits.attack.ts';

it('rating a location with many old edits costs no more than any other', async () => {
  const { held, facts } = await attack.run(2000);
  expect(held, facts.join('\n')).toBe(true);
});
