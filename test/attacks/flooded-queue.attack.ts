import { limits } from '#contracts/shared/limits';
import { errorTexts } from '#contracts/shared/texts';

import { createDataFolder } from '../harness/data-folder.ts';
import { call, listAll, type ApiResponse } from '../harness/http.ts';
import { register, signInAdmin, type Person } from '../harness/in-process.ts';
import { startProcess } from '../harness/server-process.ts';
import type { Attack } from './attack.ts';
import { cityInput, locationInput } from '../harness/inputs.ts';

/** Requests of each account: nearly as many as it may send in a minute. */
const sentByEach = 100;
const atOnce = 10;

type Send = (by: Person, path: string, body: object) => Promise<ApiResponse>;

/**
 * As many accounts as one address may open in a minute each submit cities, locations and edits of one place. Then the
 * administrator approves one place of the first account, which continues to submit.
 */
export const attack: Attack = {
  fullSize: 20,
  async run(size) {
    await using folder = await createDataFolder();
    const environment = { RATE_LIMIT: 'on', SIGNUPS_PER_MINUTE: String(size), WRITES_PER_MINUTE: '200' };
    await using server = startProcess({ dataDir: folder.path, environment });
    const origin = await server.ready();
    const send: Send = ({ token }, path, body) => call(origin, 'POST', path, { token, body });
    const admin = await signInAdmin(origin);
    const { id: cityId } = (await send(admin, '/api/cities', cityInput({ name: 'Lisbon' }))).body;
    const { id: placeId } = (await send(admin, '/api/locations', locationInput(cityId, { name: 'Tower' })))
      .body;
    const accounts: Person[] = [];
    while (accounts.length < size) accounts.push(await register(origin, `flooder-${accounts.length}`));

    const perAccount = await Promise.all(
      accounts.map((by) =>
        repeat((number) => {
          if (number % 3 === 0) return send(by, '/api/cities', cityInput({ name: `City ${number}` }));
          if (number % 3 === 1)
            return send(by, '/api/locations', locationInput(cityId, { name: `Place ${number}` }));
          const body = { name: `Name ${number} by ${by.id}` };
          return call(origin, 'PUT', `/api/locations/${placeId}`, { token: by.token, body });
        }),
      ),
    );
    const all = perAccount.flat();
    const letIn = all.filter(isLetIn);
    const refused = all.filter(({ body }) => body?.message === errorTexts['too-much-waiting']);
    const most = Math.max(...perAccount.map((responses) => responses.filter(isLetIn).length));
    const queue = await lengthOfQueues(origin, admin);

    const [first, theirs] = [accounts[0], perAccount[0]?.find(({ body }) => body?.cityId === cityId)];
    await send(admin, `/api/admin/locations/${theirs?.body.id}/approve`, {});
    const later =
      first === undefined
        ? []
        : await repeat(() => send(first, '/api/locations', locationInput(cityId, { name: 'More' })));
    const more = later.filter(isLetIn).length;
    return {
      held:
        most <= limits.waitingOfNewcomer &&
        queue === letIn.length &&
        letIn.length + refused.length === all.length &&
        more === limits.waitingOfPerson - limits.waitingOfNewcomer + 1,
      facts: [
        `${size} new accounts sent ${all.length} cities, locations and edits; ${letIn.length} were let in, at most ${most} of one account, and ${refused.length} were told to wait.`,
        `The three queues held ${queue} after that.`,
        `Once one of its places was approved, the first account got ${more} more of ${later.length} in.`,
      ],
    };
  },
};

const isLetIn = ({ status }: ApiResponse): boolean => status === 201 || status === 202;

async function repeat(sendOne: (number: number) => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  let next = 0;
  const sender = async () => {
    while (next < sentByEach) responses.push(await sendOne(next++));
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return responses;
}

async function lengthOfQueues(origin: string, { token }: Person): Promise<number> {
  const queues = ['cities', 'locations', 'edits'].map((what) =>
    listAll(origin, `/api/admin/pending-${what}`, { token }),
  );
  return (await Promise.all(queues)).flat().length;
}
