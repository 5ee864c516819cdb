import type { Surroundings } from '../cli/command-line.ts';

/** What a command said, line by line. */
export interface Heard extends Surroundings {
  readonly printed: readonly string[];
  readonly told: readonly string[];
  readonly progressed: readonly string[];
}

export function createSurroundings(env: Surroundings['env']): Heard {
  const heard = { printed: [] as string[], told: [] as string[], progressed: [] as string[] };
  return {
    env,
    ...heard,
    print: (line) => void heard.printed.push(line),
    tell: (line) => void heard.told.push(line),
    progress: (line) => void heard.progressed.push(line),
  };
}
