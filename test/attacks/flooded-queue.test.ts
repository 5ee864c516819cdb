import { expect, it } from 'vitest';

import { attack } from './flooded-queue.attack.ts';

it('new accounts can put only a limited number of items each into the queue', async () => {
  const { held, facts } = await attack.run(3);
  expect(held, facts.join('\n')).toBe(true);
});
