import { randomBytes } from 'node:crypto';

import { Refusal } from '#contracts/errors';
import { brand } from '#contracts/texts';
import type { CommandService } from '#command-service/app';
import type { Administrator } from '#command-service/auth/accounts';
import type { Renderer } from '#command-service/images/render';
import { loadSample, sampleIsWanted } from '#command-service/sample/load';

import type { Surroundings } from './compose.ts';

export interface PrepareDeps extends Surroundings {
  readonly command: CommandService;
  readonly renderer: Renderer;
  /** Where it listens. */
  readonly origin: string;
  readonly say: (text: string) => void;
}

/** Pictures between two reports of progress. */
const progressEvery = 5;

/** Sees to the administrator and the sample, and tells the person at the terminal where to go. */
export async function prepare(deps: PrepareDeps): Promise<void> {
  const { config, command, renderer, clock, origin, say } = deps;
  const { records, photos } = deps.stores;
  // Asked first: the administrator's own account is already an event.
  const isEmbedded = config.eventStoreDbUrl === undefined && config.mongoDbUrl === undefined;
  const wantsSample = config.sample && isEmbedded && (await sampleIsWanted(records, deps.headAtStart === 0n));
  const administrator = await makeAdministrator(deps);
  say(`\n${brand.name} is at ${origin}\n${aboutAdministrator(config.adminEmail, administrator)}\n`);

  if (!wantsSample) return;
  await loadSample({
    commands: command.commands,
    records,
    photos,
    renderer,
    actor: { userId: administrator.id, isAdmin: true },
    clock,
    onProgress: (done, all) => {
      if (done % progressEvery === 0 || done === all) say(`\rDrawing the sample places: ${done} of ${all}`);
    },
  });
  say('\n');
}

/** Of several processes that start at once one makes the account, and shows its password; the others find it. */
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
  if (!isVerified) {
    return `Nobody is the administrator: ${email} signed up before it was ADMIN_EMAIL. Set another address.`;
  }
  if (printed === null) return `The administrator is ${email}.`;
  return `The administrator is ${email}, with the password ${printed} (shown this once; ADMIN_PASSWORD sets another).`;
}
