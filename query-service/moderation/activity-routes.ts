import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { ndjson, positionHeaders, routePath } from '#contracts/shared/operation';
import { operations } from '#contracts/api';
import { Refusal } from '#contracts/shared/errors';
import { checkAccess, parseInput } from '#contracts/shared/parse';
import type { Person } from '#contracts/shared/person';

import type { RequestContext } from '#platform/http/context';
import { secretCaching } from '#platform/http/headers';
import { goneWith, serve } from '#platform/queries/serve';
import { parsePosition } from '#platform/queries/positions';
import { exportActivity, listActivity } from './activity.ts';
import type { QueryContext, Serving } from '../query-context.ts';

const uses = ['places', 'history'] as const;
const operation = operations.listActivity;

/** The log of who did what: one page as JSON, or for the administrator everything as lines of JSON. */
export function activityRoutes(serving: Serving, context: QueryContext): void {
  serving.router.get(routePath(operation), async (ctx, next) => {
    if (ctx.accepts('application/json', ndjson) === ndjson) await sendLines(serving, context, ctx);
    else await next();
  });
  serve(serving, operation, { uses }, ({ query }, viewer) => listActivity(context, query, personOf(viewer)));
}

/** The signed-in person. `checkAccess` has already refused visitors. */
function personOf(viewer: Person | null): Person {
  if (viewer === null) throw new Refusal('unauthorized');
  return viewer;
}

async function sendLines(serving: Serving, context: QueryContext, ctx: RequestContext): Promise<void> {
  checkAccess({ ...operation, access: 'admin' }, ctx.state.viewer);
  const viewer = personOf(ctx.state.viewer);
  const { query } = parseInput(operation, { query: { ...ctx.query } });
  await serving.freshness.atLeast(uses, parsePosition(ctx.get(positionHeaders.minimum)));
  ctx.respond = false;
  const { res } = ctx;
  const caller = goneWith(ctx);
  res.writeHead(200, { ...secretCaching, 'Content-Type': `${ndjson}; charset=utf-8` });
  if (ctx.method === 'HEAD') {
    res.end();
    return;
  }
  const lines = Readable.from(exportActivity(context, query, viewer, serving.createTask(caller)), {
    objectMode: false,
    highWaterMark: 1,
  });
  try {
    await pipeline(lines, res);
  } catch (error) {
    // A client that disconnected is no error. For a connected client, the answer must break off instead of ending.
    if (!caller.aborted) throw error;
  }
}
