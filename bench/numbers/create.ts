import { randomUUID } from 'node:crypto';

import type { Bench } from '../bench.ts';
import type { LoadRequest } from '../load/request.ts';
import type { Row } from '../report.ts';
import { againstFloor } from '../rounds.ts';
import { asNewcomer } from '../session.ts';

/** A signed-in person submits locations; each is answered once it is durable and in the read model. */
export async function create(bench: Bench): Promise<Row[]> {
  const { origin } = await bench.server();
  const { cityIds } = await bench.world();
  const authorization = await asNewcomer(origin);
  const requestWith = (headers: Readonly<Record<string, string>>): LoadRequest => ({
    method: 'POST',
    path: '/api/locations',
    headers: { ...authorization, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({
      name: 'Bench {n}',
      description: 'A place that somebody has just found, described in about as many words as people use.',
      cityId: cityIds[0],
      category: 'viewpoint',
      address: '{n} Measured Street',
    }),
  });
  // Each round uses other keys; otherwise it would get the answers of the round before.
  const key = () => ({ 'Idempotency-Key': `${randomUUID().slice(0, 24)}{n}` });
  return againstFloor(bench, [
    { number: 'create', design: '.25', load: () => ({ requests: [requestWith({})] }) },
    { number: 'create, idempotent', design: '', load: () => ({ requests: [requestWith(key())] }) },
  ]);
}
