import { randomUUID } from 'node:crypto';

import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Refusal } from '#contracts/shared/errors';
import type { EventLog } from '#platform/event-log/index';
import type { RecordStore } from '#platform/record-store/index';
import { patience } from '../../test/harness/patience.ts';
import { dueFor, startFollowingDecisions, type DecisionLookups } from './follow-decisions.ts';
import { accountOf, logOfTest, recordsOfTest } from '../../test/harness/stores.ts';

const at = (time: string) => Date.parse(`2026-11-${time}Z`);
const shown = (time: number) => new Date(time).toISOString().slice(8, 19);

describe('an email about a decision', () => {
  it.each([
    ['22T07:59:59', '22T08:00:00'],
    ['22T08:00:00', '23T08:00:00'],
    ['22T23:30:00', '23T08:00:00'],
    ['30T12:00:00', '01T08:00:00'],
  ])('made at %s is in the daily email of %s', (decided, due) => {
    expect(shown(dueFor({ notify: 'daily' }, at(decided), at(decided)))).toBe(due);
  });

  it('of its own is sent within half a minute, but not while an undo is likely', () => {
    const decided = at('22T12:00:00');
    const due = dueFor({ notify: 'each' }, decided, decided + 50);
    expect(due - decided).toBeGreaterThan(10_000);
    expect(due - decided).toBeLessThan(20_000);
    expect(dueFor({ notify: 'each' }, decided, decided + 3_600_000)).toBe(decided + 3_600_000);
  });
});

describe('following the log', () => {
  const now = at('22T12:00:00');
  let log: EventLog;
  let records: RecordStore;
  let lines: string[];
  beforeEach(async () => {
    [log, records] = [await logOfTest(), await recordsOfTest()];
    lines = [];
    await records.accounts.add(accountOf('ada', now, { emailVerified: true, notify: 'each' }));
  });

  /** Appends an approval of that city, and returns the event's id. */
  async function approve(cityId: string, time = now): Promise<string> {
    const id = randomUUID();
    const metadata = {
      time: new Date(time).toISOString(),
      actor: 'eve',
      correlationId: id,
      causationId: id,
    };
    await log.append(`city-${cityId}`, 'none', [
      { id, event: { type: 'city-approved.v1', data: { cityId } }, metadata },
    ]);
    return id;
  }
  /** Every event has a notice for Ada. */
  const noticesOf: DecisionLookups['noticesOf'] = async ({ id }) => [
    {
      userId: 'ada',
      decision: {
        entityType: 'city',
        entityId: id,
        status: 'approved',
        reason: null,
        name: 'Lisboa',
        path: null,
      },
    },
  ];
  const follow = (lookups: DecisionLookups = { noticesOf }) =>
    startFollowingDecisions({
      log,
      records,
      lookups,
      clock: () => now,
      logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    });
  const emails = async () => (await records.outbox.due(now + 60_000, 100)).map(({ id }) => id);
  const untilThere = (eventId: string) =>
    vi.waitFor(async () => expect(await emails()).toContain(`${eventId}:ada`), { timeout: patience });
  const place = async () => JSON.parse((await records.settings.get('decision-mail')) ?? '{}') as object;
  /** Waits until the position to start from is stored. */
  const started = () =>
    vi.waitFor(async () => expect(await place()).toHaveProperty('position'), { timeout: patience });

  it('starts at its end the first time, and later where it stopped', async () => {
    await approve('before mail was set up');
    let first: string;
    {
      await using _following = follow();
      await started();
      first = await approve('while it runs');
      await untilThere(first);
    }
    const second = await approve('while it does not run');
    await using _again = follow();
    await untilThere(second);
    expect(await emails()).toEqual([`${first}:ada`, `${second}:ada`]);
  });

  it('repeats events after a crash, without a second email about a decision, even if the first was sent', async () => {
    let first: string;
    {
      await using _following = follow();
      await started();
      first = await approve('one');
      await untilThere(first);
    }
    await records.outbox.close(`${first}:ada`, now);
    // As if the process had died before it stored its position.
    await records.settings.set('decision-mail', JSON.stringify({ logId: log.id, position: '0' }));
    const second = await approve('two');
    await using _again = follow();
    await untilThere(second);
    expect(await emails()).toEqual([`${second}:ada`]);
  });

  it('starts at its end if it is another log', async () => {
    await records.settings.set('decision-mail', JSON.stringify({ logId: randomUUID(), position: '0' }));
    await approve('of another log');
    await using _following = follow();
    await vi.waitFor(async () => expect(await place()).toMatchObject({ logId: log.id }), {
      timeout: patience,
    });
    const own = await approve('of this one');
    await untilThere(own);
    expect(await emails()).toEqual([`${own}:ada`]);
  });

  it('skips decisions that are more than a day old', async () => {
    await using _following = follow();
    await started();
    await approve('old', now - 25 * 3_600_000);
    const young = await approve('young');
    await untilThere(young);
    expect(await emails()).toEqual([`${young}:ada`]);
  });

  it('skips an event whose lookup fails, and repeats an event whose lookup was too early', async () => {
    let isLate = true;
    const broken = randomUUID();
    await using _following = follow({
      noticesOf: async (event) => {
        if ((event.data as { cityId: string }).cityId === broken) throw new TypeError('Not understood');
        if (isLate) {
          isLate = false;
          throw new Refusal('not-caught-up');
        }
        return noticesOf(event);
      },
    });
    await started();
    await approve(broken);
    const late = await approve('late');
    await untilThere(late);
    expect(await emails()).toEqual([`${late}:ada`]);
    expect(lines.join('\n')).toContain('no mail is sent about a decision');
  });
});
