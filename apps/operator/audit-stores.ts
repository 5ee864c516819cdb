import { checkChain, type ChainCheck } from '#platform/log-integrity/check-chain';
import { createLogTree } from '#platform/log-integrity/log-tree';
import { publicKeysOf } from '#platform/log-integrity/signing-key';
import { ChainBroken } from '#platform/event-log/index';
import { readKnownLog } from '#platform/log-integrity/known-log';
import { flawInFile, missingFiles, neededAt } from '../transfer/photo-check.ts';
import { photoFolders } from '#platform/photo-store/index';

import type { CommandStores } from './command-line.ts';
import type { CliContext } from '../terminal.ts';
import { counted, number } from './print.ts';

const often = 200; // milliseconds

/** Shows the count at most five times a second. */
function counting(what: string, { progress }: CliContext): (count: number) => void {
  let lastShown = Date.now();
  return (count) => {
    const now = Date.now();
    if (now - lastShown < often) return;
    lastShown = now;
    progress(`${what}: ${number(count)}`);
  };
}

/** Audits the event log. `head`: a hash that was stored elsewhere. Returns true if nothing is wrong. */
export async function auditLog(
  { log, records }: CommandStores,
  head: string | undefined,
  context: CliContext,
): Promise<boolean> {
  const { print, printStatus } = context;
  const tellCount = counting('log', context);
  const onProgress = ({ events }: ChainCheck['end']): void => tellCount(events);
  const check = await checkChain({ log, records, lookFor: head, onProgress });
  const { end, flaws, moreFlaws, foundAt } = check;
  for (const flaw of flaws) print(`log: ${flaw}`);
  // A changed log has already been reported.
  const treeFlaw = flaws.length === 0 ? await flawInTree(log, records) : undefined;
  if (treeFlaw !== undefined) print(`log: ${treeFlaw}`);
  if (moreFlaws > 0) print(`log: … and ${number(moreFlaws)} more places`);
  const known = await readKnownLog(records);
  if (known === undefined) {
    printStatus('log: the records hold no hashes of it, so it was compared only with its own.');
  } else if (known.id !== log.id) {
    print(`log: it is ${log.id}, but the records belong to ${known.id}`);
  }
  printStatus(`log: ${counted(end.events, 'event')}, head ${end.hash || 'none'} at position ${end.position}`);
  const keys = await publicKeysOf(records);
  if (keys.length > 0)
    printStatus(`log: evidence of it is signed with ${keys.toReversed().join(', before that ')}`);
  const isHeadRight = head === undefined || foundAt !== undefined;
  if (!isHeadRight) {
    print(`log: no event has the hash ${head}: the log has changed since that was its head`);
  } else if (foundAt === undefined) {
    printStatus(
      'log: somebody with access to the disk can forge events, hashes and records. Only a head that was kept elsewhere shows ' +
        'that: npm run audit -- --head HASH',
    );
  } else if (flaws.length === 0) {
    // An event can be changed and its hash left as it was.
    print(`log: up to position ${foundAt} the log is unchanged since ${head} was its head`);
  }
  return (
    flaws.length === 0 &&
    treeFlaw === undefined &&
    isHeadRight &&
    (known === undefined || known.id === log.id)
  );
}

/** A difference between the log and the roots of its tree in the records. */
async function flawInTree(...stores: Parameters<typeof createLogTree>): Promise<string | undefined> {
  try {
    await createLogTree(...stores).check();
    return undefined;
  } catch (error) {
    if (error instanceof ChainBroken) return error.message;
    throw error;
  }
}

/** Audits the photo files: every byte of the originals, the length of the renditions, and that none is missing. */
export async function auditPhotos(
  { log, photos, store }: CommandStores,
  now: Date,
  context: CliContext,
): Promise<boolean> {
  const { print, printStatus } = context;
  const tellCount = counting('photos', context);
  let [files, flaws] = [0, 0];
  const found = (flaw: string | undefined): void => {
    if (flaw === undefined) return;
    flaws += 1;
    print(`photos: ${flaw}`);
  };
  for (const folder of photoFolders) {
    for await (const { name } of photos.list(folder)) {
      found(await flawInFile(photos, name));
      files += 1;
      tellCount(files);
    }
  }
  const isNeeded = await neededAt(now, { log, store });
  for await (const missing of missingFiles({ log, photos, isNeeded })) found(missing);
  printStatus(`photos: ${counted(flaws, 'flaw')} in ${counted(files, 'file')}`);
  return flaws === 0;
}
