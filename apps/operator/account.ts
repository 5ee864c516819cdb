import { accountCommand } from './account-command.ts';
import { terminal } from '../terminal.ts';

process.exitCode = await accountCommand(process.argv.slice(2), terminal());
