import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import * as z from 'zod/mini';

import { Evidence, type ProvedEvent, Receipt } from '#contracts/moderation/proof';
import { asError } from '#contracts/shared/as-error';
import { hashOf } from '#platform/event-log/index';
import { fileText, isTreeHeadSigned } from '#platform/log-integrity/log-proof';
import { leafHash, rootOfPath } from '#platform/log-integrity/merkle';
import { isSignedBy } from '#platform/log-integrity/signing-key';

import { type ExitCode, exitCodes } from '../with-stores.ts';
import { type Output, parseOptions, UsageError, withUsage } from '../usage.ts';

const SignedFile = z.discriminatedUnion('format', [Evidence, Receipt]);
export type SignedFile = z.infer<typeof SignedFile>;

/** A fault in a file; the message is a sentence for its reader. */
export class Flaw extends Error {
  override readonly name = 'Flaw';
}

/**
 * Reads an evidence file or a receipt and checks everything that can be checked without other data: every hash, every
 * path to the signed root, both signatures by the key that it names, and that every byte is unchanged.
 * @throws Flaw for the first fault
 */
export function checkFile(bytes: Uint8Array): SignedFile {
  const file = parse(bytes);
  for (const event of file.events) checkInclusion(event, file.treeHead);
  if (file.format === 'lightfall-evidence-1') checkEvidence(file);
  if (!isTreeHeadSigned(file.treeHead)) throw new Flaw('the tree head does not have its key’s signature');
  const { signature, ...members } = file;
  const sha256 = createHash('sha256').update(JSON.stringify(members)).digest('hex');
  if (!isSignedBy(file.treeHead.publicKey, fileText(file.format, sha256), signature)) {
    throw new Flaw('the file does not have its key’s signature: it was changed, or something was left out');
  }
  return file;
}

function parse(bytes: Uint8Array): SignedFile {
  const text = orFlaw('it is not JSON', () =>
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
  );
  const json = orFlaw('it is not JSON', (): unknown => JSON.parse(text));
  const { data: file, error } = SignedFile.safeParse(json);
  if (file === undefined) {
    const path = error.issues[0]?.path.join('.') ?? '';
    throw new Flaw(
      `it is neither evidence nor a receipt${path === '' ? '' : `: ${path} is missing or malformed`}`,
    );
  }
  // Otherwise another program could read the file differently.
  if (JSON.stringify(file) !== text) throw new Flaw('its text is not in its original form');
  return file;
}

/** @throws Flaw with that sentence if the work throws */
function orFlaw<T>(sentence: string, work: () => T): T {
  try {
    return work();
  } catch {
    throw new Flaw(sentence);
  }
}

type Place = Pick<ProvedEvent, 'position' | 'index' | 'hash' | 'inclusion'>;

function checkInclusion({ position, index, hash, inclusion }: Place, head: SignedFile['treeHead']): void {
  const path = inclusion.map((node) => Buffer.from(node, 'hex'));
  const root = rootOfPath(leafHash(Buffer.from(hash, 'hex')), path, { index, size: head.size });
  if (root?.toString('hex') !== head.rootHash) {
    throw new Flaw(`position ${position}: the event’s path does not lead to the tree head’s root`);
  }
}

function checkEvidence({ entity, events, photos }: Evidence): void {
  /** Each stream's last event. */
  const last = new Map<string, ProvedEvent>();
  const byIndex = new Map(events.map((event) => [event.index, event]));
  const added: Evidence['photos'] = [];
  for (const proved of events) {
    const { position, index, hash, previousHash, event } = proved;
    const wrong = (what: string): Flaw => new Flaw(`position ${position}: ${what}`);
    if (hashOf(previousHash, event) !== hash) throw wrong('the event is not the one that has this hash');
    if ((index === 0) !== (previousHash === '')) throw wrong('only the log’s first event has none before it');
    const before = byIndex.get(index - 1);
    if (before !== undefined && before.hash !== previousHash) throw wrong('another event was before it');
    const earlier = last.get(event.stream);
    if (event.revision !== (earlier?.event.revision ?? -1) + 1)
      throw wrong(`events of ${event.stream} before revision ${event.revision} are missing`);
    const isLater =
      earlier === undefined || (earlier.index < index && BigInt(earlier.position) < BigInt(position));
    if (!isLater) throw wrong('the events of a stream are not in order');
    last.set(event.stream, proved);
    const data = dataOf(event);
    if (!isOf(entity, event.stream, data)) throw wrong(`the event is not of ${entity.type} ${entity.id}`);
    if (event.type === 'photo-added.v1') added.push({ id: data.photoId ?? '', sha256: data.sha256 ?? '' });
  }
  if (events.length === 0) throw new Flaw('there are no events in it');
  if (JSON.stringify(added) !== JSON.stringify(photos))
    throw new Flaw('the photos are not those of the events');
}

const Data = z.object({
  photoId: z.optional(z.nullable(z.string())),
  locationId: z.optional(z.string()),
  sha256: z.optional(z.string()),
});

/** The fields that identify the entity of an event. */
const dataOf = ({ id, data }: ProvedEvent['event']): z.infer<typeof Data> =>
  orFlaw(`the content of event ${id} is malformed`, () => Data.parse(JSON.parse(data)));

/** Streams may have the installation's prefix. */
function isOf(
  { type, id }: Evidence['entity'],
  stream: string,
  { locationId }: z.infer<typeof Data>,
): boolean {
  if (stream.endsWith(`${type}-${id}`)) return true;
  return type === 'location' && locationId === id && /photo-[^-]+(-[^-]+){4}$/.test(stream);
}

const verifyUsage = `Usage: npm run verify -- FILE [--key PUBLICKEY]

Checks a file of evidence or a receipt. It needs no server and none of its stores.

  --key   the public key of the installation that gave the file out, as its GET /api/about has it (publicKey). Ask for it,
          or keep it, independently of the file: whoever changes a file can sign it with another key.

Prints \`valid\`, with exit code 0; or the first thing that is wrong, with exit code 1. Without a key it says at most that
the file is consistent, also with exit code 1.`;

/** Runs `verify` and returns its exit code. */
export async function verifyCommand(args: readonly string[], output: Output): Promise<ExitCode> {
  return withUsage(args, output, verifyUsage, () => verify(parseCommand(args), output));
}

interface Wanted {
  readonly path: string;
  readonly key: string | undefined;
}

/** @throws UsageError */
function parseCommand(args: readonly string[]): Wanted {
  const { positionals, values } = parseOptions({
    args: [...args],
    options: { key: { type: 'string' } },
    allowPositionals: true,
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('One FILE is needed.');
  const { key } = values;
  if (key !== undefined && !/^[0-9a-f]{64}$/i.test(key))
    throw new UsageError('--key takes 64 hexadecimal digits.');
  return { path, key: key?.toLowerCase() };
}

async function verify({ path, key }: Wanted, { print, printStatus }: Output): Promise<ExitCode> {
  try {
    const bytes = await readFile(path).catch((error: unknown) => {
      throw new Flaw(asError(error).message, { cause: error });
    });
    const file = checkFile(bytes);
    for (const line of aboutFile(file)) printStatus(shown(line));
    const { publicKey } = file.treeHead;
    if (key === undefined) throw new Flaw('consistent, signed by an unknown key');
    if (publicKey !== key) throw new Flaw(`signed by another key: ${publicKey}`);
    print('valid');
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    print(shown(error.message));
    return exitCodes.failed;
  }
}

/** A file can hold anything, also characters that make a terminal show other words than were printed. */
const shown = (line: string): string =>
  line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => encodeURIComponent(character));

function aboutFile({ format, entity, events, treeHead }: SignedFile): readonly string[] {
  const what = format === 'lightfall-evidence-1' ? 'evidence' : 'a receipt';
  const [first] = events;
  return [
    `${what} about ${entity.type} ${entity.id}: ${events.length} of the log's first ${treeHead.size} events, on ${treeHead.at}`,
    `an event's hash for npm run audit -- --head: ${first?.hash}`,
    `public key: ${treeHead.publicKey}`,
  ];
}
