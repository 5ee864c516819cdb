import type { CliContext } from '#apps/terminal';

/** The output of a command, line by line. */
export interface CapturedOutput extends CliContext {
  readonly printed: readonly string[];
  readonly statuses: readonly string[];
  readonly progressed: readonly string[];
}

export function captureOutput(env: CliContext['env']): CapturedOutput {
  const output = { printed: [] as string[], statuses: [] as string[], progressed: [] as string[] };
  return {
    env,
    now: () => new Date(),
    ...output,
    print: (line) => void output.printed.push(line),
    printStatus: (line) => void output.statuses.push(line),
    progress: (line) => void output.progressed.push(line),
  };
}
