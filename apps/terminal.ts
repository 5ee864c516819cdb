import type { Output } from './usage.ts';

/** The parts of its environment that a command uses. */
export interface CliContext extends Output {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shows a progress line, which replaces the previous one. */
  readonly progress: (line: string) => void;
  readonly now: () => Date;
}

/** Milliseconds between two lines of progress in a file or a pipe, where a line cannot replace another. */
const seldom = 10_000;

type Stream = Pick<NodeJS.WriteStream, 'write' | 'on' | 'isTTY' | 'columns'>;

/**
 * The context of this process: results on stdout, everything else on stderr. On a terminal progress is one line, which
 * everything else replaces; elsewhere it is a line from time to time.
 */
export function terminal({
  stdout,
  stderr,
}: { readonly stdout: Stream; readonly stderr: Stream } = process): CliContext {
  const { isTTY: isTerminal } = stderr;
  let shown = '';
  let lastWritten = -Infinity;
  const clear = () => {
    if (shown !== '') stderr.write('\r\x1b[K');
    shown = '';
  };
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The reader has closed the pipe (`| head`); the command runs to its end.
      if (error.code !== 'EPIPE') throw error;
    });
  return {
    env: process.env,
    now: () => new Date(),
    print(line) {
      clear();
      stdout.write(`${line}\n`);
    },
    printStatus(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    progress(line) {
      if (isTerminal) {
        clear();
        // A line that fills the terminal would wrap to a second one, which cannot be replaced.
        shown = line.slice(0, (stderr.columns || 80) - 1);
        stderr.write(shown);
      } else if (performance.now() - lastWritten >= seldom) {
        lastWritten = performance.now();
        stderr.write(`${line}\n`);
      }
    },
  };
}
