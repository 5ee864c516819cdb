import { parseEvent, streamOf } from '#contracts/events';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import { isUuid } from '#contracts/shared/uuid';
import { auditModel, isSound, type ModelAudit } from '#platform/projections/audit';
import {
  entityHistory,
  type EntityKind,
  entityKinds,
  type HistoryDeps,
} from '#projections/moderation/entity-history';
import { readModels } from '#projections/read-models';

import { type ExitCode, exitCodes } from '../with-stores.ts';
import { auditLog, auditPhotos } from './audit-stores.ts';
import { type CommandStores, withAllStores } from './command-line.ts';
import type { CliContext } from '../terminal.ts';
import { parseOptions, UsageError, withUsage } from '../usage.ts';
import {
  changesOf,
  counted,
  differenceLines,
  eventLines,
  idsIn,
  type Names,
  number,
  progressLine,
} from './print.ts';

export const auditUsage = `Usage: npm run audit [-- --head HASH]
       npm run audit -- city|location|photo ID [--whole-log]

Without arguments: computes the hash of every event and compares it with what was stored with it and with what the
records hold, which finds changed and missing events; compares every photo's original with the SHA-256 in its
name; then replays the event log and compares every stored read model with the result, document by document.
Exit code 0 when nothing is wrong, 1 otherwise. It works while the server runs.

  --head    a head that an earlier audit or export printed and that was kept elsewhere: checks that the log up to it is
            unchanged. Somebody with access to the disk can change events, hashes and records so that they agree; only
            this check finds it.

With an entity: prints everything that happened to it: position, time, event and actor; the old and new value of each
changed field, of long ones the words removed [-so-] and added {+so+}; the reason; and the request and event that caused
it. Names stand beside the ids that have one. A location's history includes photos and ratings.

  --whole-log   looks for them in every event of the log. Without it, the read model says which photos and ratings a
                location has, which is as fast in a large log as in a small one.

DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL and STREAM_PREFIX mean what they mean to the server.`;

const mostShown = 50; // The most documents shown of each model.

/** Runs `audit` and returns its exit code. */
export async function auditCommand(args: readonly string[], context: CliContext): Promise<ExitCode> {
  return withUsage(args, context, auditUsage, () => {
    const { head, entity, isWhole } = parse(args);
    return withAllStores(context, (stores) => {
      if (entity === undefined) return auditAll(stores, head, context);
      const deps = isWhole ? { ...stores, store: undefined } : stores;
      return printHistory(entity.kind, entity.id, deps, context);
    });
  });
}

interface Wanted {
  readonly head: string | undefined;
  /** Undefined for everything. */
  readonly entity: { readonly kind: EntityKind; readonly id: string } | undefined;
  readonly isWhole: boolean;
}

/** @throws UsageError */
function parse(args: readonly string[]): Wanted {
  const { positionals, values } = parseOptions({
    args: [...args],
    options: { head: { type: 'string' }, 'whole-log': { type: 'boolean' } },
    allowPositionals: true,
  });
  const { head, 'whole-log': isWhole = false } = values;
  const [kind, id, ...more] = positionals;
  if (head !== undefined && (!/^[0-9a-f]{64}$/.test(head) || kind !== undefined || isWhole))
    throw new UsageError('--head takes a hash of 64 hexadecimal digits, and nothing else.');
  if (kind === undefined) {
    if (isWhole) throw new UsageError('--whole-log needs an entity.');
    return { head, entity: undefined, isWhole };
  }
  const known = entityKinds.find((each) => each === kind);
  if (known === undefined) throw new UsageError(`${kind} is neither city, location nor photo.`);
  if (id === undefined) throw new UsageError(`The id of the ${known} is missing.`);
  if (more.length > 0) throw new UsageError('One entity at a time.');
  return { head, entity: { kind: known, id }, isWhole };
}

async function auditAll(
  stores: CommandStores,
  head: string | undefined,
  context: CliContext,
): Promise<ExitCode> {
  const isLogSound = await auditLog(stores, head, context);
  const arePhotosSound = await auditPhotos(stores, context.now(), context);
  let isAllSound = true;
  for (const model of readModels) {
    const onProgress = progressLine(model.declaration.name, context.progress, Date.now);
    const audit = await auditModel(model, { ...stores, parse: parseEvent, onProgress, most: mostShown });
    isAllSound &&= isSound(audit);
    for (const line of linesOf(audit)) context.print(line);
  }
  if (!isAllSound)
    context.printStatus('npm run replay -- --model all rebuilds the read models from the log.');
  return isLogSound && arePhotosSound && isAllSound ? exitCodes.done : exitCodes.failed;
}

function* linesOf({ model, position, head, documents, differences, left }: ModelAudit): Iterable<string> {
  const { appears, vanishes, changes } = differences;
  if (position === undefined) {
    yield `${model}: is not of this log, or not built yet (the log's head is ${head})`;
    return;
  }
  const all = appears + vanishes + changes;
  yield `${model}: ${counted(all, 'difference')} in ${counted(documents, 'document')} at position ${position}`;
  if (left) yield `  behind the log (head ${head}); no server is running to bring it forward`;
  if (all === 0) return;
  yield `  ${number(appears)} missing, ${number(vanishes)} too many, ${number(changes)} changed (stored → as the log says):`;
  yield* differenceLines(model, differences);
}

async function printHistory(
  kind: EntityKind,
  id: string,
  deps: HistoryDeps & Pick<CommandStores, 'records'>,
  { print, printStatus }: CliContext,
): Promise<ExitCode> {
  let count = 0;
  const namesFor = createNames(deps);
  for await (const event of entityHistory(deps, kind, id)) {
    count += 1;
    for (const line of eventLines(event, await namesFor(event))) print(line);
    print('');
  }
  if (count === 0) {
    printStatus(`The log has no ${kind} ${id}.`);
    return exitCodes.failed;
  }
  printStatus(`${counted(count, 'event')}.`);
  return exitCodes.done;
}

/** Finds names for the ids in events, each once: people's in the records, cities' and places' in the log. */
function createNames({ records, log }: Pick<CommandStores, 'records' | 'log'>) {
  const names = new Map<string, string>();
  const asked = new Set<string>();

  const find = async (id: string): Promise<string | undefined> => {
    const account = await records.accounts.byId(id);
    if (account !== undefined) {
      return [account.firstName, account.lastName].filter((part) => part !== null).join(' ') || account.email;
    }
    return (
      (await lastName(log.readStream(streamOf.city(id)))) ?? lastName(log.readStream(streamOf.location(id)))
    );
  };
  return async (event: RecordedEvent): Promise<Names> => {
    for (const id of idsIn(event)) {
      if (asked.has(id) || !isUuid(id)) continue;
      asked.add(id);
      const name = await find(id);
      if (name !== undefined) names.set(id, name);
    }
    return names;
  };
}

/** The name that a city or place has after its last event; undefined if the stream does not exist. */
async function lastName(stream: AsyncIterable<RecordedEvent>): Promise<string | undefined> {
  let name: string | undefined;
  for await (const { data } of stream) {
    const given = data instanceof Object && 'name' in data ? data.name : changesOf(data)['name']?.to;
    if (typeof given === 'string') name = given;
  }
  return name;
}
