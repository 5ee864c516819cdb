import { terminal } from '../terminal.ts';
import { replayCommand } from './replay-command.ts';

// An exit, unlike the end by a signal, removes temporary read models.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

process.exitCode = await replayCommand(process.argv.slice(2), terminal());
