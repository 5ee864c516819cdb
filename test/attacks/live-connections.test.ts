import { expect, it } from 'vitest';

import { attack } from './live-connections.attack.ts';

it('holds in small form', async () => {
  const { held, facts } = await attack.run(200);
  expect(held, facts.join('\n')).toBe(true);
});
