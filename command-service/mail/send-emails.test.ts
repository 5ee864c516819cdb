import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startMailServer, type TestMailServer } from '../../test/mail/smtp.ts';
import { createLinkTokens } from '../account/link-tokens.ts';
import type { Account, OutboxEmail, RecordStore } from '#platform/record-store/index';
import { createMailer, type Mailer } from './mailer.ts';
import { sendDue, type SendingDeps } from './send-emails.ts';
import { createEmailWriter } from './write-email.ts';
import { folderOfTest } from '../../test/harness/folders.ts';
import { accountOf, recordsOfTest } from '../../test/harness/stores.ts';

const second = 1000;
const hour = 3600 * second;
const start = Date.parse('2026-11-22T12:00:00Z');
const publicOrigin = 'https://guide.example';
const from = { name: undefined, address: 'guide@example.org' };

let folder: string;
let records: RecordStore;
let mail: TestMailServer;
let now: number;
let lines: string[];

beforeEach(async () => {
  folder = folderOfTest();
  records = await recordsOfTest(folder);
  mail = await startMailServer();
  now = start;
  lines = [];
});
afterEach(() => mail[Symbol.asyncDispose]());

const person = (id: string, changes: Partial<Account> = {}): Account =>
  accountOf(id, start, { emailVerified: true, notify: 'each', ...changes });
const decided = (id: string, name: string, changes: object = {}): string =>
  JSON.stringify({
    entityType: 'location',
    entityId: id,
    status: 'approved',
    reason: null,
    name,
    path: `/location/${id}`,
    ...changes,
  });
const put = (id: string, userId: string | null, changes: Partial<OutboxEmail> = {}): Promise<void> =>
  records.outbox.add(
    {
      id,
      kind: 'decision',
      userId,
      content: decided(id, `Place ${id}`),
      since: now,
      dueAt: now,
      attempts: 0,
      ...changes,
    },
    100,
  );

/** One more round, as another process would run it. */
async function round(mailer?: Mailer): Promise<void> {
  const clock = () => now;
  const deps: SendingDeps = {
    records,
    write: createEmailWriter({ records, tokens: createLinkTokens(records, clock), publicOrigin }),
    mailer: mailer ?? (await createMailer({ url: mail.url, from })),
    clock,
    logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  };
  await sendDue(deps);
}

describe('a server that fails', () => {
  it.each([421, 451, 550])('(%i) is tried again within 30 seconds, and no email is lost', async (code) => {
    await records.accounts.add(person('ada'));
    await put('a', 'ada');
    mail.refuse(code);
    await round();
    expect(mail.received).toEqual([]);
    mail.refuse(undefined);
    now += 30 * second;
    await round();
    expect(mail.received.map(({ to }) => to)).toEqual([['ada@example.org']]);
    await round();
    now += 24 * hour;
    await round();
    expect(mail.received).toHaveLength(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(String(code));
    expect(lines.join()).not.toContain('ada@example.org');
  });

  it('is tried at growing intervals, and given up after a day', async () => {
    await records.accounts.add(person('ada'));
    await put('a', 'ada');
    mail.refuse(451);
    const times: number[] = [];
    for (; now <= start + 30 * hour; now += 10 * second) {
      const before = mail.connections();
      await round();
      if (mail.connections() > before) times.push(now - start);
    }
    const waits = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(waits[0]).toBeLessThanOrEqual(30 * second);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(times.length).toBeLessThan(20);
    expect(times.at(-1)).toBeGreaterThanOrEqual(24 * hour);
    expect(lines.at(-1)).toContain('for good');
    mail.refuse(undefined);
    now += 48 * hour;
    await round();
    expect(mail.received).toEqual([]);
  });

  it('that is unreachable is tried once in each round, and gets all email when it is back', async () => {
    await records.accounts.add(person('ada'));
    await records.accounts.add(person('eve'));
    await put('a', 'ada');
    await put('b', 'eve');
    const { url, port } = mail;
    await mail[Symbol.asyncDispose]();
    await round(await createMailer({ url, from }));
    expect(lines).toHaveLength(1);
    // The records are closed and opened again, as by a restart.
    await records[Symbol.asyncDispose]();
    records = await recordsOfTest(folder);
    mail = await startMailServer({ port });
    now += 30 * second;
    await round();
    expect(mail.received.flatMap(({ to }) => to).sort()).toEqual(['ada@example.org', 'eve@example.org']);
  });

  it('for one address does not delay the others', async () => {
    await records.accounts.add(person('ada'));
    await records.accounts.add(person('eve'));
    await put('a', 'ada', { dueAt: now - 1 });
    await put('b', 'eve');
    const sent: string[] = [];
    const real = await createMailer({ url: mail.url, from });
    await round({
      send: async (content, to) => {
        mail.refuse(to.address.startsWith('ada') ? 550 : undefined);
        await real.send(content, to);
        sent.push(to.address);
      },
    });
    expect(sent).toEqual(['eve@example.org']);
  });
});

describe('an email', () => {
  it('is sent by only one of several processes', async () => {
    await records.accounts.add(person('ada'));
    await put('a', 'ada');
    await Promise.all([round(), round(), round()]);
    expect(mail.received).toHaveLength(1);
  });

  it('is sent again under the same id if the process died while sending it', async () => {
    await records.accounts.add(person('ada'));
    await put('a', 'ada');
    const real = await createMailer({ url: mail.url, from });
    const dying: Mailer = {
      send: async (content, to) => {
        await real.send(content, to);
        throw new Error('The process died');
      },
    };
    await expect(round(dying)).rejects.toThrow('died');
    now += 30 * second;
    await round();
    const ids = mail.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('about several decisions is one email, with the latest decision on each item', async () => {
    await records.accounts.add(person('ada'));
    await put('1', 'ada', { content: decided('x', 'Miradouro', { status: 'rejected' }), dueAt: now - 5 });
    await put('2', 'ada', {
      content: decided('y', 'Ponte', { status: 'rejected', reason: 'Too dark\n<b>' }),
      dueAt: now - 4,
    });
    await put('3', 'ada', { content: decided('x', 'Miradouro', { status: 'approved' }), dueAt: now - 3 });
    await put('4', 'ada', { content: decided('z', 'Undone', { status: 'rejected' }), dueAt: now - 2 });
    await put('5', 'ada', {
      content: decided('z', 'Undone', { status: 'pending', path: null }),
      dueAt: now - 1,
    });
    await round();
    expect(mail.received).toHaveLength(1);
    const [sent] = mail.received;
    expect(sent?.subject).toBe('2 decisions about what you sent in');
    expect(sent?.text).toContain('“Miradouro” was approved.');
    expect(sent?.text).toContain('“Ponte” was declined.');
    expect(sent?.text).toContain('  Too dark\n  <b>');
    expect(sent?.text).toContain('You can change it and send it in again.');
    expect(sent?.text).not.toContain('Undone');
    expect(sent?.text).toContain(`${publicOrigin}/location/x`);
    expect(sent?.html).toContain(`href="${publicOrigin}/location/x"`);
    expect(sent?.html).toContain('Too dark\n&lt;b&gt;');
    expect(sent?.text).toContain(`${publicOrigin}/submissions`);
  });

  it.each([
    ['turned it off', { notify: 'off' }],
    ['has not confirmed the address', { emailVerified: false }],
  ] as const)('is not sent to a person who %s', async (_, changes) => {
    await records.accounts.add(person('ada', changes));
    await put('a', 'ada');
    await round();
    await records.accounts.update('ada', { notify: 'each' });
    const verified = { emailVerified: true, ends: 'nothing' } as const;
    await records.accounts.changeCredentials('ada', { version: 0 }, verified);
    now += 24 * hour;
    await round();
    expect(mail.received).toEqual([]);
    expect(mail.connections()).toBe(0);
  });

  it('gets its secret when it is sent: the outbox holds none, and the link works for 60 minutes after that', async () => {
    await records.accounts.add(person('ada'));
    await put('r', null, { kind: 'reset', content: 'Ada@example.org' });
    mail.refuse(451);
    await round();
    now += 5 * hour;
    mail.refuse(undefined);
    await round();
    const token = /token=([\w-]+)/.exec(mail.received[0]?.text ?? '')?.[1] ?? '';
    const tokens = createLinkTokens(records, () => now);
    now += hour - 1;
    expect(await tokens.find('reset', token)).toMatchObject({ userId: 'ada', isMailed: true });
    now += 1;
    expect(await tokens.find('reset', token)).toBeUndefined();
  });
});

describe('headers', () => {
  it('cannot be injected by a text', async () => {
    const mailer = await createMailer({
      url: mail.url,
      from: { name: 'A\r\nX-From: 1', address: 'g@example.org' },
    });
    const evil = 'Hello\r\nBcc: thief@example.org\r\n\r\nBody';
    await mailer.send(
      { subject: evil, text: 'text', html: '<p>html</p>' },
      { address: 'ada@example.org', id: 'a\r\nX-Id: 1' },
    );
    const [sent] = mail.received;
    expect(sent?.to).toEqual(['ada@example.org']);
    expect([...(sent?.headers.keys() ?? [])].filter((name) => /bcc|^x-(from|id)/.test(name))).toEqual([]);
    expect(sent?.text.trim()).toBe('text');
  });

  it('name only one person, whatever the address looks like', async () => {
    const mailer = await createMailer({ url: mail.url, from });
    for (const address of [
      'ada@example.org,thief@example.org',
      'ada@example.org\r\nBcc: thief@example.org',
    ]) {
      await mailer.send({ subject: 's', text: 't', html: 'h' }, { address, id: 'x' }).catch(() => undefined);
    }
    for (const { to, headers } of mail.received) {
      expect(to).not.toContain('thief@example.org');
      expect(headers.has('bcc')).toBe(false);
    }
  });

  it('ask mail programs not to reply automatically', async () => {
    const mailer = await createMailer({ url: mail.url, from });
    await mailer.send(
      { subject: 'Größe “ok”', text: 't', html: 'h' },
      { address: 'ada@example.org', id: 'x' },
    );
    expect(mail.received[0]?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.received[0]?.subject).toBe('Größe “ok”');
    expect(mail.received[0]?.headers.get('from')).toBe('Lightfall <guide@example.org>');
  });
});
