import { auditCommand } from './audit-command.ts';
import { terminal } from './command-line.ts';

process.exitCode = await auditCommand(process.argv.slice(2), terminal());
