import { auditModel, isSound, type ModelAudit } from '../audit.ts';
import { entityHistory, entityKinds, type EntityKind } from '../entity-history.ts';
import { readModels } from '../read-models/all.ts';
import {
  exitCodes,
  UsageError,
  withStores,
  type ExitCode,
  type Stores,
  type Surroundings,
} from './command-line.ts';
import { differenceLines, eventLines } from './print.ts';
import { counted, number, progressLine } from './progress-line.ts';

export const auditUsage = `Usage: npm run audit
       npm run audit -- city|location|photo ID

Without arguments: replays the event log and compares every stored read model with the result, document by document.
Exit code 0 when there are 0 differences, 1 otherwise. It works while the server runs.

With an entity: prints all that ever happened to it: position, time, event and who did it; what changed from what to
what; the reason; and the request and the event that it came from. A location's history holds its photos' and ratings'.

DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL and STREAM_PREFIX mean what they mean to the server.`;

const mostShown = 50; // documents of each model

/** Carries out `audit` and gives its exit code. */
export async function auditCommand(args: readonly string[], around: Surroundings): Promise<ExitCode> {
  if (args.includes('--help')) {
    around.print(auditUsage);
    return exitCodes.done;
  }
  return withStores(around, auditUsage, (stores) => {
    const [kind, id, ...more] = args;
    if (kind === undefined) return auditAll(stores, around);
    const known = entityKinds.find((each) => each === kind);
    if (known === undefined) throw new UsageError(`${kind} is neither city, location nor photo.`);
    if (id === undefined) throw new UsageError(`The id of the ${known} is missing.`);
    if (more.length > 0) throw new UsageError('One entity at a time.');
    return printHistory(known, id, stores, around);
  });
}

async function auditAll(stores: Stores, around: Surroundings): Promise<ExitCode> {
  let isAllSound = true;
  for (const model of readModels) {
    const onProgress = progressLine(model.declaration.name, around.progress, Date.now);
    const audit = await auditModel(model, { ...stores, onProgress, most: mostShown });
    isAllSound &&= isSound(audit);
    for (const line of linesOf(audit)) around.print(line);
  }
  if (!isAllSound) around.tell('npm run replay -- --model all builds the read models anew from the log.');
  return isAllSound ? exitCodes.done : exitCodes.failed;
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
  { log }: Stores,
  { print, tell }: Surroundings,
): Promise<ExitCode> {
  let count = 0;
  for await (const event of entityHistory(log, kind, id)) {
    count += 1;
    for (const line of eventLines(event)) print(line);
    print('');
  }
  if (count === 0) {
    tell(`The log knows no ${kind} ${id}.`);
    return exitCodes.failed;
  }
  tell(`${counted(count, 'event')}.`);
  return exitCodes.done;
}
