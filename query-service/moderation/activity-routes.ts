import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { csv, ndjson, positionHeaders, routePath } from '#contracts/shared/operation';
import { operations } from '#contracts/api';
import { Refusal } from '#contracts/shared/errors';
import { checkAccess, parseInput } from '#contracts/shared/parse';
import type { Activity } from '#contracts/moderation/views';
import type { Person } from '#contracts/shared/person';

import type { RequestContext } from '#platform/http/context';
import { secretCaching } from '#platform/http/headers';
import { goneWith, serve } from '#platform/queries/serve';
import { parsePosition } from '#platform/queries/positions';
import { csvHead, csvLine } from './activity-csv.ts';
import { exportActivity, listActivity } from './activity.ts';
import type { QueryContext, Serving } from '../query-context.ts';

const uses = ['places', 'history'] as const;
const operation = operations.listActivity;

/** The log of who did what: one page as JSON, or for the administrator everything as lines of JSON or CSV. */
export function activityRoutes(serving: Serving, context: QueryContext): void {
  serving.router.get(routePath(operation), async (ctx, next) => {
    const form = exportForms[String(ctx.query['format'] ?? ctx.accepts('application/json', ndjson, csv))];
    if (form === undefined) await next();
    else await sendAll(serving, context, ctx, form);
  });
  serve(serving, operation, { uses }, ({ query }, viewer) => listActivity(context, query, personOf(viewer)));
}

interface ExportForm {
  readonly type: string;
  readonly fileName: string;
  /** What the file begins with, before the first entry's line. */
  readonly head: string;
  readonly line: (entry: Activity) => string;
}

const asLines: ExportForm = {
  type: ndjson,
  fileName: 'activity.ndjson',
  head: '',
  line: (entry) => `${JSON.stringify(entry)}\n`,
};
const asTable: ExportForm = { type: csv, fileName: 'activity.csv', head: csvHead, line: csvLine };
const exportForms: Readonly<Record<string, ExportForm>> = {
  [ndjson]: asLines,
  ndjson: asLines,
  [csv]: asTable,
  csv: asTable,
};

/** The signed-in person. `checkAccess` has already refused visitors. */
function personOf(viewer: Person | null): Person {
  if (viewer === null) throw new Refusal('unauthorized');
  return viewer;
}

async function sendAll(
  serving: Serving,
  context: QueryContext,
  ctx: RequestContext,
  { type, fileName, head, line }: ExportForm,
): Promise<void> {
  checkAccess({ ...operation, access: 'admin' }, ctx.state.viewer);
  const viewer = personOf(ctx.state.viewer);
  const { query } = parseInput(operation, { query: { ...ctx.query } });
  await serving.freshness.atLeast(uses, parsePosition(ctx.get(positionHeaders.minimum)));
  ctx.respond = false;
  const { res } = ctx;
  const caller = goneWith(ctx);
  res.writeHead(200, {
    ...secretCaching,
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
  if (ctx.method === 'HEAD') {
    res.end();
    return;
  }
  async function* pieces() {
    if (head !== '') yield head;
    const pages = exportActivity(context, query, viewer, serving.createTask(caller));
    for await (const page of pages) yield page.map(line).join('');
  }
  const lines = Readable.from(pieces(), { objectMode: false, highWaterMark: 1 });
  try {
    await pipeline(lines, res);
  } catch (error) {
    // A client that disconnected is no error. For a connected client, the answer must break off instead of ending.
    if (!caller.aborted) throw error;
  }
}
