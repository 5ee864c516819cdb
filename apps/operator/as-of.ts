import { endWithNpm } from '../end-with-npm.ts';
import { terminal } from '../terminal.ts';
import { asOfCommand } from './as-of-command.ts';

endWithNpm();
const ended = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ended.abort());

process.exitCode = await asOfCommand(process.argv.slice(2), { ...terminal(), signal: ended.signal });
