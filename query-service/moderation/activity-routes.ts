import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { operations } from '#contracts/api';
import type { Activity } from '#contracts/moderation/views';
import { csv, ndjson, positionHeaders, routePath } from '#contracts/shared/operation';
import { checkAccess, parseInput } from '#contracts/shared/parse';
import type { RequestContext } from '#platform/http/context';
import { goneWith } from '#platform/http/gone-with';
import { secretCaching } from '#platform/http/headers';
import { parsePosition } from '#platform/queries/positions';
import { serve } from '#platform/queries/serve';

import { personOf, type QueryContext, type Serving } from '../query-context.ts';
import { exportActivity, listActivity } from './activity.ts';

type Cell = string | boolean | null;

/** Spreadsheets take text that begins like this for a formula, some also after spaces. */
const formula = /^\s*[=+\-@＝＋－＠|%]|^[\t\r\n]/;

const columns: Readonly<Record<string, (entry: Activity) => Cell>> = {
  position: ({ position }) => position,
  at: ({ at }) => at,
  actorId: ({ actor }) => actor.id,
  actorName: ({ actor }) => actor.name,
  actorRole: ({ actor }) => actor.role,
  type: ({ type }) => type,
  entityType: ({ entityType }) => entityType,
  entityId: ({ entityId }) => entityId,
  name: ({ name }) => name,
  cityName: ({ cityName }) => cityName,
  reason: ({ reason }) => reason,
  batchId: ({ batchId }) => batchId,
  undoable: ({ undoable }) => undoable,
};

/** The names of the columns, as the first line (RFC 4180). Excel reads UTF-8 only after a byte order mark. */
const csvHead = `\uFEFF${lineOf(Object.keys(columns))}`;

/** One entry as a line. */
const csvLine = (entry: Activity): string => lineOf(Object.values(columns).map((valueOf) => valueOf(entry)));

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(value: Cell): string {
  const text = String(value ?? '');
  // The apostrophe makes it text, and a spreadsheet does not show it.
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const uses = ['places', 'history'] as const;
const operation = operations.listActivity;

/** The activity log: one page as JSON, or for the administrator everything as lines of JSON or CSV. */
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
  /** The beginning of the file, before the first entry's line. */
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
    // A client that disconnected is not an error. For a connected client, the response must break off instead of
    // ending.
    if (!caller.aborted) throw error;
  }
}
