import { terminal } from '../terminal.ts';
import { exportCommand } from './transfer-command.ts';

process.exitCode = await exportCommand(process.argv.slice(2), terminal());
