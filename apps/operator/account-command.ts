import { email as emailSchema } from '#contracts/shared/fields';
import { createLinkTokens, linkTo } from '#command-service/account/link-tokens';

import { readConfig } from '../config.ts';
import { withAllStores, type CommandStores } from './command-line.ts';
import type { CliContext } from '../terminal.ts';
import { UsageError, withUsage } from '../usage.ts';
import { exitCodes, type ExitCode } from '../with-stores.ts';

export const accountUsage = `Usage: npm run account -- reset-link EMAIL

Prints a link by which the person with this account chooses a new password, for installations without mail. It works
once, for 60 minutes, and ends all sessions of the account. Give it to nobody else: whoever opens it has the account. It
works while the server runs.

PUBLIC_ORIGIN, DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL and STREAM_PREFIX mean what they mean to the server.`;

/** Runs `account` and returns its exit code. */
export async function accountCommand(args: readonly string[], context: CliContext): Promise<ExitCode> {
  return withUsage(args, context, accountUsage, () => {
    const [what, address, ...more] = args;
    if (what !== 'reset-link') throw new UsageError('The only command is reset-link.');
    const email = emailSchema.safeParse(address).data;
    if (email === undefined || more.length > 0) throw new UsageError('One email address is needed.');
    return withAllStores(context, (stores) => printResetLink(stores, email, context));
  });
}

async function printResetLink(
  { records }: CommandStores,
  email: string,
  { env, print, printStatus, now }: CliContext,
): Promise<ExitCode> {
  const { publicOrigin } = readConfig(env);
  const account = await records.accounts.byEmail(email);
  if (account === undefined) {
    printStatus(`There is no account with the address ${email}.`);
    return exitCodes.failed;
  }
  const tokens = createLinkTokens(records, () => now().getTime());
  // The operator passes the link on, so using it proves nothing about the address.
  print(linkTo(publicOrigin, 'reset', await tokens.issue('reset', account, false)));
  printStatus('The link works once, for 60 minutes.');
  return exitCodes.done;
}
