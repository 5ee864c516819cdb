import { closingOnFailure } from '#platform/concurrency/closers';
import { createDataFolder } from '../harness/data-folder.ts';
import { startProcess } from '../harness/server-process.ts';
import { startMailServer } from '../mail/smtp.ts';
import { startIdentityProvider } from '../identity-provider/start.ts';

/** The server's own public origin. */
export const publicOrigin = 'http://lightfall.test';

export interface FuzzWorld extends AsyncDisposable {
  readonly origin: string;
  /** The error lines in the server's log. */
  faults(): string;
}

/** A built server in a separate process, on an empty folder, with sign-in providers and without limits. */
export const createFuzzWorld = (): Promise<FuzzWorld> =>
  closingOnFailure(async (closers) => {
    const folder = closers.add(await createDataFolder());
    const people = [{ id: '1', email: 'p1@example.org', emailVerified: true, name: 'P One' }];
    const identityProvider = closers.add(await startIdentityProvider({ appOrigin: publicOrigin, people }));
    const mail = closers.add(await startMailServer());
    const server = closers.add(
      startProcess({
        dataDir: folder.path,
        environment: {
          LOG_LEVEL: 'error',
          PUBLIC_ORIGIN: publicOrigin,
          MAIL_URL: mail.url,
          MAIL_FROM: 'Lightfall <guide@lightfall.test>',
          ...identityProvider.environment,
        },
      }),
    );
    return { origin: await server.ready(), faults: () => server.logged() };
  });
