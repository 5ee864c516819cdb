import { auditCommand } from './audit-command.ts';
import { terminal } from '../terminal.ts';

process.exitCode = await auditCommand(process.argv.slice(2), terminal());
