import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

import * as z from 'zod/mini';

const adminEmail = 'admin@example.com';
export const adminPassword = 'benchmark-password';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Sends requests to a server over one persistent connection. */
export type Call = (path: string, ask?: Ask) => Promise<ApiResponse>;

export function createCaller(origin: string): Call & Disposable {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call: Call = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const type = sent === undefined ? {} : { 'Content-Type': 'application/json' };
    return new Promise((resolve, reject) => {
      const outgoing = request(new URL(path, origin), { agent, method, headers: { ...headers, ...type } });
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        const { statusCode = 0, headers: given } = response;
        text(response).then((whole) => resolve({ status: statusCode, headers: given, text: whole }), reject);
      });
      outgoing.end(sent);
    });
  };
  return Object.assign(call, { [Symbol.dispose]: () => agent.destroy() });
}

/**
 * Returns the response of a request that must succeed. @throws Error with the response for a status of 400 and above
 */
export async function succeed(response: Promise<ApiResponse>): Promise<ApiResponse> {
  const given = await response;
  if (given.status >= 400) throw new Error(`Answered ${given.status}: ${given.text}`);
  return given;
}

const SignedIn = z.object({ accessToken: z.string() });

export type Authorization = Readonly<{ Authorization: string }>;

/** Headers of requests by the administrator. */
export const asAdministrator = (origin: string): Promise<Authorization> =>
  signIn(origin, '/auth/login', { email: adminEmail, password: adminPassword });

/** Headers of a person who has just signed up. */
export const asNewcomer = (origin: string): Promise<Authorization> =>
  signIn(origin, '/auth/register', {
    email: `person-${Date.now()}@example.com`,
    password: 'another-password',
    firstName: 'Some',
    lastName: 'Person',
  });

async function signIn(origin: string, path: string, body: object): Promise<Authorization> {
  using call = createCaller(origin);
  const { text } = await succeed(call(path, { method: 'POST', body }));
  const { accessToken } = SignedIn.parse(JSON.parse(text));
  return { Authorization: `Bearer ${accessToken}` };
}
