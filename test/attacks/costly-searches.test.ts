import { expect, it } from 'vitest';

import { attack } from './costly-searches.attack.ts';

it('holds in small form', async () => {
  const { held, facts } = await attack.run(300);
  expect(held, facts.join('\n')).toBe(true);
});
