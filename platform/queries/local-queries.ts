import type { Operation } from '#contracts/shared/operation';
import { Refusal } from '#contracts/shared/errors';
import { checkAccess } from '#contracts/shared/parse';

import type { QueryResponse } from './query-response.ts';
import type { Task } from './shared-work.ts';

/** A query that is answered in this process, without HTTP. */
interface LocalQuery {
  readonly operation: Operation;
  readonly pattern: RegExp;
  /** Answers as to a visitor. The input is that of the operation. */
  readonly respond: (input: LocalInput, task: Task) => Promise<LocalResponse>;
}

interface LocalInput {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
}

interface LocalResponse {
  readonly response: QueryResponse;
  /** Whether it may be cached until its tags change. */
  readonly isCached: boolean;
}

/** The public queries by path. Pages are rendered from them. */
export interface LocalQueries {
  add(operation: Operation, respond: LocalQuery['respond']): void;
  /** Answers a GET as for a visitor. @throws Refusal as the query does, `not-found` for an unknown path */
  ask(url: string, task: Task): Promise<LocalResponse>;
}

export function createLocalQueries(): LocalQueries {
  const queries: LocalQuery[] = [];
  return {
    add(operation, respond) {
      const path = operation.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      const query = { operation, respond, pattern: new RegExp(`^${path}$`) };
      // A fixed path comes before a path with a parameter in the same place.
      if (operation.path.includes('{')) queries.push(query);
      else queries.unshift(query);
    },
    async ask(url, task) {
      const { pathname, searchParams } = new URL(`http://local.invalid${url}`);
      for (const { operation, pattern, respond } of queries) {
        const match = pattern.exec(pathname);
        if (match === null) continue;
        checkAccess(operation, null);
        const params = Object.fromEntries(
          Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
        );
        return respond({ params, query: valuesOf(searchParams) }, task);
      }
      throw new Refusal('not-found');
    },
  };
}

/** A parameter that occurs several times becomes a list, as in Koa. */
function valuesOf(params: URLSearchParams): LocalInput['query'] {
  const values: Record<string, string | readonly string[]> = {};
  for (const name of params.keys()) {
    const all = params.getAll(name);
    values[name] = all.length === 1 ? (all[0] ?? '') : all;
  }
  return values;
}
