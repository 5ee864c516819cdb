import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { Refusal } from '#contracts/shared/errors';
import { brand } from '#contracts/shared/texts';
import { administrator as administratorPerson } from '#contracts/shared/person';
import type { CommandService } from '#command-service/app';
import type { Administrator } from '#command-service/account/accounts';
import { loadSample, sampleIsWanted } from '#command-service/sample/load';
import { isAdministrator } from '#platform/record-store/index';

import type { ServiceContext } from './compose.ts';

export interface PrepareDeps extends ServiceContext {
  readonly command: CommandService;
  /** The address at which it listens. */
  readonly origin: string;
  readonly print: (text: string) => void;
}

/** Progress is shown after each further number of pictures. */
const progressEvery = 5;
/** In the project folder, beside the sources and dist/. */
const shippedPictures = fileURLToPath(new URL('../sample/pictures', import.meta.url));

/**
 * Creates the administrator and the sample if needed, and prints the address. Returns the position that the read models
 * must reach before the process is ready: the log's head at the start, or after the sample.
 */
export async function prepare(deps: PrepareDeps): Promise<bigint> {
  const { config, command, clock, origin, print } = deps;
  const { log, records, photos } = deps.stores;
  // Checked first, because the administrator's account is already an event.
  const wantsSample = config.sample && (await sampleIsWanted(records, deps.headAtStart === 0n));
  const administrator = await makeAdministrator(deps);
  print(`\n${brand.name} is at ${origin}\n${aboutAdministrator(config.adminEmail, administrator)}\n`);

  if (!wantsSample) return deps.headAtStart;
  await loadSample({
    ...command,
    records,
    photos,
    folder: shippedPictures,
    actor: administratorPerson(administrator.id),
    clock,
    onProgress: (done, all) => {
      if (done % progressEvery === 0 || done === all) print(`\rLoading the sample places: ${done} of ${all}`);
    },
  });
  print('\n');
  return log.head();
}

/**
 * Returns a function that says why nobody is the administrator, or undefined once somebody is; that lasts as long as
 * the process.
 */
export function createAdministratorCheck({
  config: { adminEmail },
  stores: { records },
}: Pick<ServiceContext, 'config' | 'stores'>): () => Promise<string | undefined> {
  let exists = false;
  return async () => {
    if (exists) return undefined;
    const account = await records.accounts.byEmail(adminEmail);
    // Without an account, the start has not created it yet.
    if (account === undefined) return undefined;
    exists = isAdministrator(account, adminEmail);
    return exists ? undefined : nobodyIsAdministrator;
  };
}

/** Without the email address, because everybody may read `/readyz`. */
const nobodyIsAdministrator =
  'Nobody is the administrator: the address in ADMIN_EMAIL signed up before. Set another address.';

/** If several processes start at once, one creates the account and shows its password; the others find the account. */
async function makeAdministrator({ config, command }: PrepareDeps): Promise<Administrator> {
  const ensure = () => command.accounts.ensureAdministrator(config.adminPassword, oneTimePassword);
  try {
    return await ensure();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'email-taken') return ensure();
    throw error;
  }
}

const oneTimePassword = (): string => randomBytes(12).toString('base64url');

function aboutAdministrator(email: string, { printed, isVerified }: Administrator): string {
  if (!isVerified) return nobodyIsAdministrator;
  if (printed === null) return `The administrator is ${email}.`;
  return `The administrator is ${email}, with the password ${printed} (shown this once; ADMIN_PASSWORD sets another).`;
}
