import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
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

/** Sends requests to a server over one kept connection. */
export type Call = (path: string, ask?: Ask) => Promise<Answer>;

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

/** Returns the answer of a request that must succeed. @throws Error with the answer for a status of 400 and above */
export async function succeed(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer;
  if (given.status >= 400) throw new Error(`Answered ${given.status}: ${given.text}`);
  return given;
}
