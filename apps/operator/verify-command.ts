import { readFile } from 'node:fs/promises';

import { exitCodes, type ExitCode } from '../with-stores.ts';
import type { CliContext } from './command-line.ts';
import { checkFile, Flaw, type SignedFile } from './verify-file.ts';

const verifyUsage = `Usage: npm run verify -- FILE [--key PUBLICKEY]

Checks a file of evidence or a receipt. It needs no server and none of its stores.

  --key   the public key of the installation that gave the file out, as its GET /api/about has it (publicKey). Ask for it,
          or keep it, independently of the file: whoever changes a file can sign it with another key.

Prints \`valid\`, with exit code 0; or the first thing that is wrong, with exit code 1. Without a key it says at most that
the file is consistent, also with exit code 1.`;

/** Runs `verify` and returns its exit code. */
export async function verifyCommand(
  args: readonly string[],
  { print, printStatus }: Pick<CliContext, 'print' | 'printStatus'>,
): Promise<ExitCode> {
  if (args.includes('--help')) {
    print(verifyUsage);
    return exitCodes.done;
  }
  const [path, option, key, ...more] = args;
  const isKeyGiven = option === '--key' && key !== undefined && /^[0-9a-f]{64}$/i.test(key);
  if (
    path === undefined ||
    path.startsWith('--') ||
    more.length > 0 ||
    (option !== undefined && !isKeyGiven)
  ) {
    printStatus(`One file, and perhaps --key with 64 hexadecimal digits.\n\n${verifyUsage}`);
    return exitCodes.usage;
  }
  try {
    const file = checkFile(await readFile(path));
    printStatus(aboutFile(file));
    const { publicKey } = file.treeHead;
    if (key === undefined) throw new Flaw('consistent, signed by an unknown key');
    if (publicKey !== key.toLowerCase()) throw new Flaw(`signed by another key: ${publicKey}`);
    print('valid');
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof Flaw) && !isFileError(error)) throw error;
    print(error.message);
    return exitCodes.failed;
  }
}

const isFileError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

function aboutFile({ format, entity, events, treeHead }: SignedFile): string {
  const what = format === 'lightfall-evidence-1' ? 'evidence' : 'a receipt';
  const [first] = events;
  return [
    `${what} about ${entity.type} ${entity.id}: ${events.length} of the log's first ${treeHead.size} events, on ${treeHead.at}`,
    `an event's hash for npm run audit -- --head: ${first?.hash}`,
    `public key: ${treeHead.publicKey}`,
  ].join('\n');
}
