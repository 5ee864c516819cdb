import { brand } from '#contracts/texts';
import type { CommandService } from '#command-service/app';
import type { Administrator } from '#command-service/auth/accounts';
import type { Config } from '#command-service/config';
import type { Renderer } from '#command-service/images/render';
import type { PhotoStore } from '#command-service/photo-store/index';
import type { RecordStore } from '#command-service/record-store/index';
import { loadSample, sampleIsWanted } from '#command-service/sample/load';

export interface PrepareDeps {
  readonly config: Config;
  readonly command: CommandService;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
  readonly renderer: Renderer;
  readonly logIsEmpty: boolean;
  readonly clock: () => number;
  /** Where it listens. */
  readonly origin: string;
  readonly say: (text: string) => void;
  readonly oneTimePassword: () => string;
}

/** Pictures between two reports of progress. */
const progressEvery = 5;

/** Sees to the administrator and the sample, and tells the person at the terminal where to go. */
export async function prepare(deps: PrepareDeps): Promise<void> {
  const { config, command, records, photos, renderer, clock, origin, say } = deps;
  // Asked first: the administrator's own account is already an event.
  const isEmbedded = config.eventStoreDbUrl === undefined && config.mongoDbUrl === undefined;
  const wantsSample = config.sample && isEmbedded && (await sampleIsWanted(records, deps.logIsEmpty));
  const administrator = await command.accounts.ensureAdministrator(
    config.adminPassword,
    deps.oneTimePassword,
  );
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

function aboutAdministrator(email: string, { printed, isVerified }: Administrator): string {
  if (!isVerified) {
    return `Nobody is the administrator: ${email} signed up before it was ADMIN_EMAIL. Set another address.`;
  }
  if (printed === null) return `The administrator is ${email}.`;
  return `The administrator is ${email}, with the password ${printed} (shown this once; ADMIN_PASSWORD sets another).`;
}
