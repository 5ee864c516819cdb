import { describe, expect, it } from 'vitest';

import type { ErrorCode } from '#contracts/errors';
import type { CityEvent } from '#contracts/events/city';

import { cityDecider, type CityCommand } from './city.ts';
import type { Actor } from './decider.ts';
import {
  admin,
  anna,
  ben,
  eventIdAt,
  expectRefusal,
  given,
  outcomeOf,
  type Outcome,
  type Told,
} from './given.test-helper.ts';

const cityId = 'c1';
const fields = { name: 'Porto', country: 'Portugal', imageUrl: 'https://example.org/porto.jpg' };

const submitted: Told<CityEvent> = [{ type: 'city-submitted.v1', data: { cityId, ...fields } }, 'anna'];
const approved: Told<CityEvent> = [{ type: 'city-approved.v1', data: { cityId } }, 'admin'];
const rejected: Told<CityEvent> = [{ type: 'city-rejected.v1', data: { cityId, reason: 'twice' } }, 'admin'];
const withdrawn: Told<CityEvent> = [{ type: 'city-withdrawn.v1', data: { cityId } }, 'anna'];
const deleted: Told<CityEvent> = [{ type: 'city-deleted.v1', data: { cityId } }, 'admin'];
const restored = (undoes: string): Told<CityEvent> => [
  { type: 'city-restored.v1', data: { cityId, undoes } },
  'admin',
];
const reopened = (undoes: string): Told<CityEvent> => [
  { type: 'city-reopened.v1', data: { cityId, undoes } },
  'admin',
];
const renamed: Told<CityEvent> = [
  { type: 'city-edited.v1', data: { cityId, changes: { name: { from: 'Porto', to: 'Oporto' } } } },
  'ben',
];

const when = (history: readonly Told<CityEvent>[], command: CityCommand, actor: Actor) =>
  cityDecider.decide(given(cityDecider, history), command, actor, undefined);
const refused = (history: readonly Told<CityEvent>[], command: CityCommand, actor: Actor, code: ErrorCode) =>
  expectRefusal(() => when(history, command, actor), code);

const submit = { type: 'submit', cityId, fields } as const;
const edit = { type: 'edit', wanted: { name: 'Oporto' } } as const;
const sameAgain = { type: 'edit', wanted: fields } as const;

describe('every command in every state', () => {
  const states = {
    none: [],
    pending: [submitted],
    approved: [submitted, approved],
    rejected: [submitted, rejected],
    withdrawn: [submitted, withdrawn],
    deleted: [submitted, approved, deleted],
    restored: [submitted, approved, deleted, restored(eventIdAt(2))],
    reopened: [submitted, rejected, reopened(eventIdAt(1))],
  } satisfies Record<string, readonly Told<CityEvent>[]>;
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
        deleted: missing,
        restored: deletes,
        reopened: deletes,
      },
    },
    {
      command: { type: 'restore' },
      actor: admin,
      outcomes: {
        none: missing,
        pending: [],
        approved: [],
        rejected: [],
        withdrawn: [],
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
        rejected: edits,
        withdrawn: late,
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
        rejected: [],
        withdrawn: late,
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
  it('waits, from a contributor', () => {
    expect(when([], submit, anna)).toEqual([submitted[0]]);
  });
  it('is approved at once, from the administrator', () => {
    expect(when([], submit, admin)).toEqual([submitted[0], approved[0]]);
  });
});

describe('deciding a city', () => {
  it('keeps the reason of a rejection', () => {
    expect(when([submitted], { type: 'reject', reason: 'twice' }, admin)).toEqual([rejected[0]]);
  });
  it('names the decision that is taken back', () => {
    expect(when([submitted, rejected], { type: 'reopen' }, admin)).toEqual([reopened(eventIdAt(1))[0]]);
  });
  it('still knows the decision after a deletion that was taken back', () => {
    const history = [submitted, rejected, deleted, restored(eventIdAt(2))];
    expect(when(history, { type: 'reopen' }, admin)).toEqual([reopened(eventIdAt(1))[0]]);
  });
});

describe('editing a city', () => {
  it('tells each changed field before and after, and no other', () => {
    expect(when([submitted, approved], { type: 'edit', wanted: { ...fields, name: 'Oporto' } }, ben)).toEqual(
      [renamed[0]],
    );
  });
  it('keeps what another changed, where the person changed nothing', () => {
    const wanted = { ...fields, country: 'PT' };
    expect(when([submitted, approved, renamed], { type: 'edit', wanted, base: fields }, anna)).toEqual([
      { type: 'city-edited.v1', data: { cityId, changes: { country: { from: 'Portugal', to: 'PT' } } } },
    ]);
  });
  it('without a base changes back what another changed', () => {
    expect(when([submitted, approved, renamed], sameAgain, anna)).toEqual([
      { type: 'city-edited.v1', data: { cityId, changes: { name: { from: 'Oporto', to: 'Porto' } } } },
    ]);
  });
  it('from a revision that never was is refused, but first by those who see nothing', () => {
    const unknown = { ...edit, base: 'unknown' } as const;
    refused([submitted], unknown, anna, 'invalid');
    refused([submitted], unknown, ben, 'city-not-found');
  });
});

describe('restoring a city', () => {
  it('brings it back with the status it had', () => {
    const history = [submitted, approved, deleted];
    expect(when(history, { type: 'restore' }, admin)).toEqual([restored(eventIdAt(2))[0]]);
    const state = given(cityDecider, [...history, restored(eventIdAt(2))]);
    expect(state).toMatchObject({ status: 'approved', endedBy: eventIdAt(1) });
  });
  it('gives the values of an earlier revision back', () => {
    const history = [submitted, approved, renamed, deleted];
    expect(when(history, { type: 'restore', values: fields }, admin)).toEqual([
      restored(eventIdAt(3))[0],
      { type: 'city-edited.v1', data: { cityId, changes: { name: { from: 'Oporto', to: 'Porto' } } } },
    ]);
  });
  it('gives earlier values back to one that was never deleted', () => {
    expect(
      outcomeOf(() => when([submitted, approved, renamed], { type: 'restore', values: fields }, admin)),
    ).toEqual(['city-edited.v1']);
  });
  it('knows no revision that never was', () => {
    refused([submitted], { type: 'restore', values: 'unknown' }, admin, 'invalid');
    refused([], { type: 'restore', values: 'unknown' }, admin, 'city-not-found');
  });
});

describe('what is left after each event', () => {
  it.each([
    [[submitted], 'pending', null],
    [[submitted, approved], 'approved', eventIdAt(1)],
    [[submitted, rejected], 'rejected', eventIdAt(1)],
    [[submitted, withdrawn], 'withdrawn', eventIdAt(1)],
    [[submitted, approved, deleted], 'deleted', eventIdAt(2)],
    [[submitted, rejected, reopened(eventIdAt(1))], 'pending', null],
    [[submitted, deleted, restored(eventIdAt(1))], 'pending', null],
  ] as const)('%#', (history, status, endedBy) => {
    expect(given(cityDecider, history)).toMatchObject({ status, endedBy, submittedBy: 'anna' });
  });
  it('an edit changes the values alone', () => {
    expect(given(cityDecider, [submitted, renamed])).toMatchObject({
      status: 'pending',
      fields: { ...fields, name: 'Oporto' },
    });
  });
  it('nothing comes of events before the submission', () => {
    expect(given(cityDecider, [approved])).toBeUndefined();
  });
});
