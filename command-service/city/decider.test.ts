import { describe, expect, it } from 'vitest';

import type { ErrorCode } from '#contracts/shared/errors';
import type { CityEvent } from '#contracts/city/events';
import { limits } from '#contracts/shared/limits';

import { cityDecider, type CityCommand } from './decider.ts';
import type { Actor } from '#platform/commands/decider';
import {
  admin,
  anna,
  ben,
  expectRefusal,
  given,
  moderator,
  outcomeOf,
  trusted,
  type Outcome,
  type PastEvent,
} from '../shared/given.test-helper.ts';

const cityId = 'c1';
const fields = {
  name: 'Porto',
  country: 'Portugal',
  imageUrl: 'https://example.org/porto.jpg',
  coordinates: null,
};

const submitted: PastEvent<CityEvent> = [{ type: 'city-submitted.v1', data: { cityId, ...fields } }, 'anna'];
const approved: PastEvent<CityEvent> = [{ type: 'city-approved.v1', data: { cityId } }, 'admin'];
const rejected: PastEvent<CityEvent> = [
  { type: 'city-rejected.v1', data: { cityId, reason: 'twice' } },
  'admin',
];
const withdrawn: PastEvent<CityEvent> = [{ type: 'city-withdrawn.v1', data: { cityId } }, 'anna'];
const deleted: PastEvent<CityEvent> = [{ type: 'city-deleted.v1', data: { cityId } }, 'admin'];
const restored: PastEvent<CityEvent> = [{ type: 'city-restored.v1', data: { cityId } }, 'admin'];
const reopened: PastEvent<CityEvent> = [{ type: 'city-reopened.v1', data: { cityId } }, 'admin'];
const resubmitted: PastEvent<CityEvent> = [
  { type: 'city-resubmitted.v1', data: { cityId, changes: { name: { from: 'Porto', to: 'Oporto' } } } },
  'anna',
];
const renamed: PastEvent<CityEvent> = [
  { type: 'city-edited.v1', data: { cityId, changes: { name: { from: 'Porto', to: 'Oporto' } } } },
  'ben',
];

const when = (history: readonly PastEvent<CityEvent>[], command: CityCommand, actor: Actor) =>
  cityDecider.decide(given(cityDecider, history), command, actor, { now: new Date(0) });
const refused = (
  history: readonly PastEvent<CityEvent>[],
  command: CityCommand,
  actor: Actor,
  code: ErrorCode,
) => expectRefusal(() => when(history, command, actor), code);

const submit = { type: 'submit', cityId, fields } as const;
const restore = { type: 'restore', now: new Date(60_000) } as const;
const edit = { type: 'edit', wanted: { name: 'Oporto' } } as const;
const sameAgain = { type: 'edit', wanted: fields } as const;

describe('every command in every state', () => {
  const states = {
    none: [],
    pending: [submitted],
    approved: [submitted, approved],
    rejected: [submitted, rejected],
    withdrawn: [submitted, withdrawn],
    'withdrawn after an approval': [submitted, approved, reopened, withdrawn],
    deleted: [submitted, approved, deleted],
    restored: [submitted, approved, deleted, restored],
    reopened: [submitted, rejected, reopened],
  } satisfies Record<string, readonly PastEvent<CityEvent>[]>;
  type State = keyof typeof states;

  interface Row {
    readonly command: CityCommand;
    readonly actor: Actor;
    readonly outcomes: Readonly<Record<State, Outcome>>;
  }
  const approves: Outcome = ['city-approved.v1'];
  const rejects: Outcome = ['city-rejected.v1'];
  const reopens: Outcome = ['city-reopened.v1'];
  const withdraws: Outcome = ['city-withdrawn.v1'];
  const deletes: Outcome = ['city-deleted.v1'];
  const edits: Outcome = ['city-edited.v1'];
  const missing = 'city-not-found';
  const late = 'already-decided';

  const rows: readonly Row[] = [
    {
      command: submit,
      actor: anna,
      outcomes: {
        none: ['city-submitted.v1'],
        pending: 'already-exists',
        approved: 'already-exists',
        rejected: 'already-exists',
        withdrawn: 'already-exists',
        'withdrawn after an approval': 'already-exists',
        deleted: 'already-exists',
        restored: 'already-exists',
        reopened: 'already-exists',
      },
    },
    {
      command: { type: 'approve' },
      actor: admin,
      outcomes: {
        none: missing,
        pending: approves,
        approved: [],
        rejected: late,
        withdrawn: late,
        'withdrawn after an approval': late,
        deleted: missing,
        restored: [],
        reopened: approves,
      },
    },
    {
      command: { type: 'reject', reason: 'twice' },
      actor: admin,
      outcomes: {
        none: missing,
        pending: rejects,
        approved: late,
        rejected: [],
        withdrawn: late,
        'withdrawn after an approval': late,
        deleted: missing,
        restored: late,
        reopened: rejects,
      },
    },
    {
      command: { type: 'reopen' },
      actor: admin,
      outcomes: {
        none: missing,
        pending: [],
        approved: reopens,
        rejected: reopens,
        withdrawn: late,
        'withdrawn after an approval': reopens,
        deleted: missing,
        restored: reopens,
        reopened: [],
      },
    },
    {
      command: { type: 'withdraw' },
      actor: anna,
      outcomes: {
        none: missing,
        pending: withdraws,
        approved: late,
        rejected: late,
        withdrawn: [],
        'withdrawn after an approval': [],
        deleted: missing,
        restored: late,
        reopened: withdraws,
      },
    },
    {
      command: { type: 'withdraw' },
      actor: ben,
      outcomes: {
        none: missing,
        pending: missing,
        approved: 'forbidden',
        rejected: missing,
        withdrawn: missing,
        'withdrawn after an approval': missing,
        deleted: missing,
        restored: 'forbidden',
        reopened: missing,
      },
    },
    {
      command: { type: 'withdraw' },
      actor: admin,
      outcomes: {
        none: missing,
        pending: 'forbidden',
        approved: 'forbidden',
        rejected: 'forbidden',
        withdrawn: 'forbidden',
        'withdrawn after an approval': 'forbidden',
        deleted: missing,
        restored: 'forbidden',
        reopened: 'forbidden',
      },
    },
    {
      command: { type: 'delete' },
      actor: admin,
      outcomes: {
        none: missing,
        pending: deletes,
        approved: deletes,
        rejected: deletes,
        withdrawn: deletes,
        'withdrawn after an approval': deletes,
        deleted: missing,
        restored: deletes,
        reopened: deletes,
      },
    },
    {
      command: restore,
      actor: admin,
      outcomes: {
        none: missing,
        pending: [],
        approved: [],
        rejected: [],
        withdrawn: [],
        'withdrawn after an approval': [],
        deleted: ['city-restored.v1'],
        restored: [],
        reopened: [],
      },
    },
    {
      command: edit,
      actor: anna,
      outcomes: {
        none: missing,
        pending: edits,
        approved: edits,
        rejected: ['city-resubmitted.v1'],
        withdrawn: late,
        'withdrawn after an approval': late,
        deleted: missing,
        restored: edits,
        reopened: edits,
      },
    },
    {
      command: edit,
      actor: ben,
      outcomes: {
        none: missing,
        pending: missing,
        approved: edits,
        rejected: missing,
        withdrawn: missing,
        'withdrawn after an approval': missing,
        deleted: missing,
        restored: edits,
        reopened: missing,
      },
    },
    {
      command: sameAgain,
      actor: anna,
      outcomes: {
        none: missing,
        pending: [],
        approved: [],
        rejected: ['city-resubmitted.v1'],
        withdrawn: late,
        'withdrawn after an approval': late,
        deleted: missing,
        restored: [],
        reopened: [],
      },
    },
  ];

  for (const { command, actor, outcomes } of rows) {
    it.each(Object.keys(states) as State[])(`${command.type} by ${actor.userId}: %s`, (state) => {
      expect(outcomeOf(() => when(states[state], command, actor))).toEqual(outcomes[state]);
    });
  }
});

describe('submitting a city', () => {
  it('waits if a contributor does it', () => {
    expect(when([], submit, anna)).toEqual([submitted[0]]);
  });
  it('is approved at once if the administrator does it', () => {
    expect(when([], submit, admin)).toEqual([submitted[0], approved[0]]);
  });
  it('is approved at once, to be reviewed afterwards, if a trusted person does it', () => {
    const reviewedLater = { ...approved[0], data: { ...approved[0].data, review: 'after' } };
    expect(when([], submit, trusted)).toEqual([submitted[0], reviewedLater]);
  });
});

describe('deciding a city', () => {
  it('stores the reason of a rejection', () => {
    expect(when([submitted], { type: 'reject', reason: 'twice' }, admin)).toEqual([rejected[0]]);
  });
  it('names the decision that a reopening takes back', () => {
    expect(when([submitted, rejected], { type: 'reopen' }, admin)).toEqual([reopened[0]]);
  });
  it('closes a city in which others have places only by the administrator', () => {
    const facts = { now: new Date(0), holdsOthers: true };
    const closing = (actor: Actor) =>
      outcomeOf(() =>
        cityDecider.decide(given(cityDecider, [submitted, approved]), { type: 'reopen' }, actor, facts),
      );
    expect(closing(moderator)).toBe('administrator-decides');
    expect(closing(admin)).toEqual(['city-reopened.v1']);
  });
  it('remembers the decision after a deletion and a restoration', () => {
    const history = [submitted, rejected, deleted, restored];
    expect(when(history, { type: 'reopen' }, admin)).toEqual([reopened[0]]);
  });
});

describe('editing a city', () => {
  it('records the old and new value of each changed field, and no other field', () => {
    const whole = { type: 'edit', wanted: { ...fields, name: 'Oporto' } } as const;
    expect(when([submitted, approved], whole, admin)).toEqual([renamed[0]]);
  });
  it('is reviewed afterwards, except by the administrator or while the city is not public', () => {
    const reviewedLater = { ...renamed[0], data: { ...renamed[0].data, review: 'after' } };
    for (const actor of [ben, anna, trusted, moderator]) {
      expect(when([submitted, approved], edit, actor)).toEqual([reviewedLater]);
    }
    expect(when([submitted], edit, anna)).toEqual([renamed[0]]);
    expect(when([submitted, approved], edit, admin)).toEqual([renamed[0]]);
  });
  it("keeps another person's change of a field that this person left alone", () => {
    const wanted = { ...fields, country: 'PT' };
    expect(when([submitted, approved, renamed], { type: 'edit', wanted, base: fields }, anna)).toEqual([
      {
        type: 'city-edited.v1',
        data: { cityId, changes: { country: { from: 'Portugal', to: 'PT' } }, review: 'after' },
      },
    ]);
  });
  it("without a base, overwrites another person's change", () => {
    expect(when([submitted, approved, renamed], sameAgain, anna)).toEqual([
      {
        type: 'city-edited.v1',
        data: { cityId, changes: { name: { from: 'Oporto', to: 'Porto' } }, review: 'after' },
      },
    ]);
  });
  it('from an unknown revision is refused, without revealing the city to people who may not see it', () => {
    const unknown = { ...edit, base: 'unknown' } as const;
    refused([submitted], unknown, anna, 'invalid');
    refused([submitted], unknown, ben, 'city-not-found');
  });
});

describe('restoring a city', () => {
  it('is refused once the bytes of its photos may be deleted', () => {
    const deletedAt = 2_000;
    const at = (time: number) => ({ ...restore, now: new Date(time) });
    const history = [submitted, approved, deleted];
    expect(when(history, at(deletedAt + limits.restoreWithin), admin)).toEqual([restored[0]]);
    refused(history, at(deletedAt + limits.restoreWithin + 1), admin, 'restore-too-late');
    const values = { ...at(deletedAt + 2 * limits.restoreWithin), values: { ...fields, name: 'Oporto' } };
    expect(outcomeOf(() => when([submitted, approved], values, admin))).toEqual(['city-edited.v1']);
  });
  it('gives it the status that it had before the deletion', () => {
    const history = [submitted, approved, deleted];
    expect(when(history, restore, admin)).toEqual([restored[0]]);
    const state = given(cityDecider, [...history, restored]);
    expect(state).toMatchObject({ status: 'approved', deletedAt: null });
  });
  it('restores the values of an earlier revision', () => {
    const history = [submitted, approved, renamed, deleted];
    expect(when(history, { ...restore, values: fields }, admin)).toEqual([
      restored[0],
      { type: 'city-edited.v1', data: { cityId, changes: { name: { from: 'Oporto', to: 'Porto' } } } },
    ]);
  });
  it('restores earlier values of a city that was never deleted', () => {
    expect(
      outcomeOf(() => when([submitted, approved, renamed], { ...restore, values: fields }, admin)),
    ).toEqual(['city-edited.v1']);
  });
  it('refuses an unknown revision', () => {
    refused([submitted], { ...restore, values: 'unknown' }, admin, 'invalid');
    refused([], { ...restore, values: 'unknown' }, admin, 'city-not-found');
  });
});

describe('the state after each event', () => {
  it.each([
    [[submitted], 'pending'],
    [[submitted, approved], 'approved'],
    [[submitted, rejected], 'rejected'],
    [[submitted, withdrawn], 'withdrawn'],
    [[submitted, approved, deleted], 'deleted'],
    [[submitted, rejected, reopened], 'pending'],
    [[submitted, deleted, restored], 'pending'],
    [[submitted, rejected, deleted, restored], 'rejected'],
  ] as const)('%#', (history, status) => {
    expect(given(cityDecider, history)).toMatchObject({ status, submittedBy: 'anna' });
  });
  it('changes only the values after an edit', () => {
    expect(given(cityDecider, [submitted, renamed])).toMatchObject({
      status: 'pending',
      fields: { ...fields, name: 'Oporto' },
    });
  });
  it('ignores events before the submission', () => {
    expect(given(cityDecider, [approved])).toBeUndefined();
  });
});

describe('a city that is sent in again', () => {
  const again = [submitted, rejected, resubmitted];

  it('waits with its new values, without the reason', () => {
    expect(given(cityDecider, again)).toMatchObject({
      status: 'pending',
      reason: null,
      decidedAt: null,
      fields: { ...fields, name: 'Oporto' },
    });
  });
  it('can be sent in again at most three times', () => {
    const twice = [...again, rejected, resubmitted, rejected];
    expect(outcomeOf(() => when(twice, sameAgain, anna))).toEqual(['city-resubmitted.v1']);
    refused([...twice, resubmitted, rejected], sameAgain, anna, 'resubmitted-too-often');
  });
  it('is not sent in again by the administrator who edits it', () => {
    expect(outcomeOf(() => when([submitted, rejected], edit, admin))).toEqual(['city-edited.v1']);
  });
});
