import { parseArgs, type ParseArgsConfig } from 'node:util';

import { asError } from '#contracts/shared/as-error';

import { type ExitCode, exitCodes } from './with-stores.ts';

/** Where a command prints. */
export interface Output {
  /** Prints a line of the result (stdout). */
  readonly print: (line: string) => void;
  /** Prints a line about progress or a problem (stderr). */
  readonly printStatus: (line: string) => void;
}

/** The command line is invalid. The message is printed with the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Prints the usage for `--help` and after a UsageError; otherwise runs `work`. */
export async function withUsage(
  args: readonly string[],
  { print, printStatus }: Output,
  usage: string,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (args.includes('--help')) {
    print(usage);
    return exitCodes.done;
  }
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printStatus(`${error.message}\n\n${usage}`);
    return exitCodes.usage;
  }
}

/** Node's `parseArgs`. @throws UsageError for an option that is unknown, is given twice or lacks its value */
export function parseOptions<const T extends ParseArgsConfig>(config: T) {
  try {
    const parsed = parseArgs(config);
    refuseTwice(config);
    return parsed;
  } catch (error) {
    throw new UsageError(asError(error).message, { cause: error });
  }
}

/** Node would ignore all values but the last. */
function refuseTwice(config: ParseArgsConfig): void {
  const seen = new Set<string>();
  for (const token of parseArgs({ ...config, tokens: true }).tokens) {
    if (token.kind !== 'option') continue;
    if (seen.has(token.name)) throw new Error(`${token.rawName} is given twice.`);
    seen.add(token.name);
  }
}
