import type { Activity } from '#contracts/moderation/views';

type Cell = string | boolean | null;

/** Spreadsheets take text that begins so for a formula, some also behind spaces. */
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

/** The names of the columns, as the first line (RFC 4180). */
export const csvHead = lineOf(Object.keys(columns));

/** One entry as a line. */
export const csvLine = (entry: Activity): string =>
  lineOf(Object.values(columns).map((valueOf) => valueOf(entry)));

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(value: Cell): string {
  const text = String(value ?? '');
  // The apostrophe makes it text, and a spreadsheet does not show it.
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
