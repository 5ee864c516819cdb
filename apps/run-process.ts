import pino, { type Logger } from 'pino';

import { ConfigError, readConfig, type Config, type ConfigOptions } from './config.ts';
import { endWithNpm } from './end-with-npm.ts';
import { isSystemError } from '#platform/files/files';
import { isUnavailable } from '#platform/http/problems';

import { StartError } from './stores.ts';

export interface ProcessDeps {
  readonly config: Config;
  readonly logger: Logger;
  /** Shows text to the person at the terminal. */
  readonly print: (text: string) => void;
}

/** What runs until the process gets a signal. */
interface Service extends AsyncDisposable {
  /** Aborted once it has answered its last request, while it closes. */
  readonly lastClosed: AbortSignal;
}

/**
 * Milliseconds that everything else has to close after the last request. With a lost store each part would wait for it in
 * turn; what is acknowledged is stored, so nothing is lost by ending before.
 */
const closingTime = 5000;

/**
 * Defaults for one of several processes: its own port, and the public address of the proxy, which has the port of
 * `npm start`.
 */
export const severalProcesses = ({ port }: { readonly port: number }): ConfigOptions => ({
  defaults: { PORT: String(port), PUBLIC_ORIGIN: 'http://localhost:3000' },
  isOneOfSeveral: true,
});

/**
 * Runs one process: reads the configuration, starts, and closes cleanly on SIGTERM and Ctrl-C. If it cannot start, it
 * prints the reason and exits with 1.
 */
export function runProcess(
  start: (deps: ProcessDeps) => Promise<Service>,
  options: ConfigOptions = {},
): void {
  endWithNpm();
  run(start, options).catch((error: unknown) => {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  });
}

/**
 * An error that the operator can correct is printed without a stack: a setting, a data folder in use, a file that cannot
 * be written, an unavailable store.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isKnown = error instanceof ConfigError || error instanceof StartError || isUnavailable(error);
  if (isKnown) return error.message;
  if (isSystemError(error))
    return `${'path' in error ? 'The data folder (DATA_DIR) cannot be used. ' : ''}${error.message}`;
  return error.stack ?? error.message;
}

async function run(start: (deps: ProcessDeps) => Promise<Service>, options: ConfigOptions): Promise<void> {
  const config = readConfig(process.env, options);
  const logger = pino(
    { level: config.logLevel },
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 }),
  );
  const running = await start({ config, logger, print });

  const end = (code: number): void => {
    logger.flush();
    process.exit(code);
  };
  const giveUp = (): void => {
    logger.warn('ending before everything is closed: does a store not answer?');
    end(0);
  };
  running.lastClosed.addEventListener('abort', () => setTimeout(giveUp, closingTime));

  let closing = false;
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    logger.info({ signal }, 'closing');
    running[Symbol.asyncDispose]().then(
      () => end(0),
      (error: unknown) => {
        logger.fatal({ err: error }, 'could not close');
        end(1);
      },
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

function print(text: string): void {
  // In a file, a line that would replace the previous one on a terminal becomes a separate line.
  process.stderr.write(process.stderr.isTTY ? text : text.replace(/^\r(.*)/, '$1\n'));
}
