import { importCommand } from './transfer-command.ts';

process.exitCode = await importCommand(process.argv.slice(2), {
  env: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  printStatus: (line) => void process.stderr.write(`${line}\n`),
  now: () => new Date(),
});
