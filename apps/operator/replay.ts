import { terminal } from '../terminal.ts';
import { replayCommand } from './replay-command.ts';

process.exitCode = await replayCommand(process.argv.slice(2), terminal());
