import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { captureOutput } from '#projections/testing/cli-output';
import { expectProblem } from '../../test/api/client.ts';
import { startServer, type TestServer } from '../../test/api/server.ts';
import { createDataFolder, type DataFolder } from '../../test/harness/data-folder.ts';
import { serversOf } from '../../test/harness/servers.ts';
import { accountCommand, accountUsage } from './account-command.ts';

let folder: DataFolder;
let server: TestServer;
beforeAll(async () => {
  folder = await createDataFolder();
  server = await startServer({ DATA_DIR: folder.path });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function run(...args: string[]) {
  const output = captureOutput({
    DATA_DIR: folder.path,
    PUBLIC_ORIGIN: 'https://guide.example',
    ...serversOf(folder.path),
  });
  return { code: await accountCommand(args, output), ...output };
}

describe('npm run account', () => {
  it('prints a link while a server runs; the link works once and does not confirm the address', async () => {
    const anna = await server.register('Anna');
    const { code, printed } = await run('reset-link', anna.email.toUpperCase());
    expect(code).toBe(0);
    expect(printed).toHaveLength(1);
    const [, token] =
      /^https:\/\/guide\.example\/reset-password\?token=([\w-]{43})$/.exec(printed[0] ?? '') ?? [];
    const body = { token, password: 'given by hand' };
    const done = await server.visitor.post('/auth/password/reset', body);
    expect(done.status).toBe(200);
    expect(done.body.user).toMatchObject({ id: anna.id, emailConfirmed: false });
    expect((await anna.get('/api/auth/user')).status).toBe(401);
    expectProblem(
      await server.visitor.post('/auth/password/reset', body),
      400,
      'This link is no longer valid.',
    );
  });

  it('fails and says so if no account has the address', async () => {
    expect(await run('reset-link', 'nobody@lightfall.test')).toMatchObject({
      code: 1,
      printed: [],
      statuses: ['There is no account with the address nobody@lightfall.test.'],
    });
  });

  it.each([
    [[]],
    [['reset-link']],
    [['reset-link', 'x']],
    [['erase', 'a@b.de']],
    [['reset-link', 'a@b.de', 'c@d.de']],
  ])('prints its usage after %j', async (args) => {
    const { code, statuses } = await run(...args);
    expect(code).toBe(2);
    expect(statuses.join()).toContain(accountUsage);
  });

  it('prints the usage on --help', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, printed: [accountUsage] });
  });
});
