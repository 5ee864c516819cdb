import { terminal } from '../terminal.ts';
import { importCommand } from './transfer-command.ts';

process.exitCode = await importCommand(process.argv.slice(2), terminal());
