import { createDataFolder } from '../harness/data-folder.ts';
import { call, type ApiResponse } from '../harness/http.ts';
import { startProcess } from '../harness/server-process.ts';
import type { Attack } from './attack.ts';

const email = 'owner@lightfall.test';
const password = 'a good password';

/**
 * `size` addresses guess the password of one account, each sending one guess after another, while its owner signs in
 * from time to time. The owner uses the network of the sign-up and, once, a network that the account does not know.
 */
export const attack: Attack = {
  fullSize: 240,
  async run(size) {
    await using folder = await createDataFolder();
    await using server = startProcess({
      dataDir: folder.path,
      environment: { RATE_LIMIT: 'on', TRUST_PROXY: '1' },
    });
    const origin = await server.ready();
    const post = (path: string, from: string, body: object): Promise<ApiResponse> =>
      call(origin, 'POST', path, { body, headers: { 'X-Forwarded-For': from } });
    const login = (from: string, given: string) => post('/auth/login', from, { email, password: given });
    const registered = await post('/auth/register', '192.0.2.1', {
      email,
      password,
      firstName: 'Olga',
      lastName: 'Owner',
    });
    if (registered.status !== 201) throw new Error(`Registering was answered ${registered.status}`);

    const guessing = guessFrom(size, login);
    // This many guesses are compared without a pause. After that, the account pauses after each one.
    await guessing.compared(6);
    const began = performance.now();
    const times: number[] = [];
    let refusedOwner = 0;
    const signIns = Math.max(3, Math.round(size / 12));
    for (let number = 1; number <= signIns; number += 1) {
      await guessing.compared(6 + number);
      const asked = performance.now();
      if ((await login('192.0.2.1', password)).status !== 200) refusedOwner += 1;
      times.push(performance.now() - asked);
    }
    const traveller = await triesUntilIn(() => login('198.18.0.1', password));
    const seconds = (performance.now() - began) / 1000;
    const { sent, compared } = guessing.end();
    const mostCompared = 20 + seconds / 2;
    return {
      held: compared <= mostCompared && refusedOwner === 0 && traveller <= 3,
      facts: [
        `${size} addresses sent ${sent} guesses at one account in ${seconds.toFixed(1)} s; ${compared} of them were compared with the password (${(compared / seconds).toFixed(2)} a second).`,
        `Its owner signed in ${signIns - refusedOwner} of ${signIns} times meanwhile from the network of the sign-up, after ${Math.round(Math.max(...times))} ms at most.`,
        `From a network that the account did not know it took the owner ${traveller} ${traveller === 1 ? 'try' : 'tries'}.`,
      ],
    };
  },
};

/** The number of tries until one is answered 200; at most four. */
async function triesUntilIn(attempt: () => Promise<ApiResponse>): Promise<number> {
  for (let tries = 1; tries <= 3; tries += 1) if ((await attempt()).status === 200) return tries;
  return 4;
}

/** Guesses from many addresses, until stopped. */
function guessFrom(size: number, login: (from: string, given: string) => Promise<ApiResponse>) {
  let [sent, compared, isOver] = [0, 0, false];
  const waiting = new Set<() => void>();
  const guessers = Array.from({ length: size }, async (_, number) => {
    const from = `203.0.${113 + (number >> 8)}.${number & 255}`;
    while (!isOver) {
      sent += 1;
      const { status } = await login(from, `guess ${sent}`);
      if (status === 401) compared += 1;
      else if (status !== 429) throw new Error(`A guess was answered ${status}`);
      for (const look of waiting) look();
    }
  });
  const ended = Promise.all(guessers).catch((error: unknown) => {
    // The server is stopped while some guesses still wait for their response.
    if (!isOver) throw error;
  });
  return {
    /** Waits until that many guesses were compared. */
    compared: (least: number) =>
      new Promise<void>((resolve, reject) => {
        ended.catch(reject);
        const look = () => {
          if (compared < least) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    end() {
      isOver = true;
      return { sent, compared };
    },
  };
}
