import { describe, expect, it } from 'vitest';

import { presentChanges } from '#contracts/shared/changes';
import type { ErrorCode } from '#contracts/shared/errors';
import type { LocationEvent } from '#contracts/location/events';
import { limits } from '#contracts/shared/limits';
import type { Status } from '#contracts/shared/statuses';
import { ribeira as fields } from '#contracts/testing/location';

import type { City } from '../city/decider.ts';
import { noReverts } from '../shared/reverts.ts';
import type { Actor } from '#platform/commands/decider';
import {
  admin,
  anna,
  ben,
  expectRefusal,
  given,
  lifeOf,
  moderator,
  outcomeOf,
  trusted,
  type Outcome,
  type PastEvent,
} from '../shared/given.test-helper.ts';
import { locationDecider, type ChosenPhoto, type LocationCommand, type LocationFacts } from './decider.ts';

const ids = { locationId: 'l1', cityId: 'c1' };

const cityOf = (status: Status, submittedBy = 'anna', id = 'c1'): City => ({
  ...lifeOf(status, submittedBy),
  id,
  fields: { name: 'Porto', country: 'Portugal', imageUrl: 'https://example.org/p.jpg', coordinates: null },
  reverts: noReverts,
  resubmissions: 0,
  wasApproved: false,
});
const limited = { proposal: {}, waitingIsLimited: true, now: new Date(0) } as const;
const within = (status: Status): LocationFacts => ({
  city: cityOf(status),
  target: cityOf(status),
  ...limited,
});
const open = within('approved');
const nowhere: LocationFacts = { city: undefined, target: undefined, ...limited };
const movingTo = (target: City | undefined): LocationFacts => ({
  city: cityOf('approved'),
  target,
  ...limited,
});

type History = readonly PastEvent<LocationEvent>[];
const submitted: PastEvent<LocationEvent> = [
  { type: 'location-submitted.v1', data: { locationId: 'l1', ...fields } },
  'anna',
];
const approved: PastEvent<LocationEvent> = [{ type: 'location-approved.v1', data: ids }, 'admin'];
const rejected: PastEvent<LocationEvent> = [
  { type: 'location-rejected.v1', data: { ...ids, reason: 'blurred' } },
  'admin',
];
const withdrawn: PastEvent<LocationEvent> = [{ type: 'location-withdrawn.v1', data: ids }, 'anna'];
const deleted: PastEvent<LocationEvent> = [{ type: 'location-deleted.v1', data: ids }, 'admin'];
/** The events that the first release recorded when a city was closed. */
const inCascade = ([event]: PastEvent<LocationEvent>): PastEvent<LocationEvent> => [event, 'system', 'root'];
const restored: PastEvent<LocationEvent> = [{ type: 'location-restored.v1', data: ids }, 'admin'];
const reopened: PastEvent<LocationEvent> = [{ type: 'location-reopened.v1', data: ids }, 'admin'];
const renaming = { name: { from: 'Ribeira', to: 'Cais da Ribeira' } };
const proposed: PastEvent<LocationEvent> = [
  { type: 'location-edit-proposed.v1', data: { ...ids, editId: 'e1', changes: renaming } },
  'ben',
];
const editApproved: PastEvent<LocationEvent> = [
  {
    type: 'location-edit-approved.v1',
    data: { ...ids, editId: 'e1', changes: renaming, forced: false },
  },
  'admin',
];
const editRejected: PastEvent<LocationEvent> = [
  { type: 'location-edit-rejected.v1', data: { ...ids, editId: 'e1', reason: null } },
  'admin',
];
const editWithdrawn: PastEvent<LocationEvent> = [
  { type: 'location-edit-withdrawn.v1', data: { ...ids, editId: 'e1' } },
  'ben',
];
const renamedSince: PastEvent<LocationEvent> = [
  { type: 'location-edited.v1', data: { ...ids, changes: { name: { from: 'Ribeira', to: 'Quay' } } } },
  'admin',
];

const when = (history: History, command: LocationCommand, actor: Actor, facts: LocationFacts = open) =>
  locationDecider.decide(given(locationDecider, history), command, actor, {
    ...facts,
    proposal: proposalIn(history, command),
  });
/** The changes of the edit that the command approves, from the event that the state refers to. */
function proposalIn(history: History, command: LocationCommand): LocationFacts['proposal'] {
  if (command.type !== 'approve-edit') return {};
  const edit = given(locationDecider, history)?.edits.waiting.get(command.editId);
  const [event] = history[Number(edit?.revision ?? -1)] ?? [];
  return event?.type === 'location-edit-proposed.v1' ? presentChanges(event.data.changes) : {};
}
const outcome = (history: History, command: LocationCommand, actor: Actor, facts: LocationFacts = open) =>
  outcomeOf(() => when(history, command, actor, facts));
const refused = (
  history: History,
  command: LocationCommand,
  actor: Actor,
  code: ErrorCode,
  facts: LocationFacts = open,
) => expectRefusal(() => when(history, command, actor, facts), code);

const submit = { type: 'submit', locationId: 'l1', fields } as const;
const restore = { type: 'restore', now: new Date(60_000) } as const;
const edit = { type: 'edit', editId: 'e1', wanted: { name: 'Cais da Ribeira' } } as const;
const sameAgain = { type: 'edit', editId: 'e1', wanted: fields } as const;

describe('every command in every state, in an approved city', () => {
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
  } satisfies Record<string, History>;
  type State = keyof typeof states;

  const missing = 'location-not-found';
  const late = 'already-decided';
  const everywhere = (
    outcome: Outcome,
    others: Partial<Record<State, Outcome>> = {},
  ): Record<State, Outcome> => ({
    none: missing,
    pending: outcome,
    approved: outcome,
    rejected: outcome,
    withdrawn: outcome,
    'withdrawn after an approval': others.withdrawn ?? outcome,
    deleted: missing,
    restored: outcome,
    reopened: outcome,
    ...others,
  });
  const edits: Outcome = ['location-edited.v1'];
  const proposes: Outcome = ['location-edit-proposed.v1'];
  const unseen = { pending: missing, rejected: missing, withdrawn: missing, reopened: missing } as const;

  const rows: ReadonlyArray<readonly [LocationCommand, Actor, Record<State, Outcome>]> = [
    [
      submit,
      anna,
      everywhere('already-exists', { none: ['location-submitted.v1'], deleted: 'already-exists' }),
    ],
    [
      { type: 'approve' },
      admin,
      everywhere(late, {
        pending: ['location-approved.v1'],
        reopened: ['location-approved.v1'],
        approved: [],
        restored: [],
      }),
    ],
    [
      { type: 'reject', reason: null },
      admin,
      everywhere(late, {
        pending: ['location-rejected.v1'],
        reopened: ['location-rejected.v1'],
        rejected: [],
      }),
    ],
    [
      { type: 'reopen' },
      admin,
      everywhere(['location-reopened.v1'], {
        pending: [],
        reopened: [],
        withdrawn: late,
        'withdrawn after an approval': ['location-reopened.v1'],
      }),
    ],
    [
      { type: 'withdraw' },
      anna,
      everywhere(late, {
        pending: ['location-withdrawn.v1'],
        reopened: ['location-withdrawn.v1'],
        withdrawn: [],
      }),
    ],
    [{ type: 'withdraw' }, ben, everywhere('forbidden', unseen)],
    [{ type: 'withdraw' }, admin, everywhere('forbidden')],
    [{ type: 'delete' }, admin, everywhere(['location-deleted.v1'])],
    [restore, admin, everywhere([], { deleted: ['location-restored.v1'] })],
    [edit, admin, everywhere(edits)],
    [sameAgain, admin, everywhere([])],
    [
      edit,
      anna,
      everywhere(proposes, {
        pending: edits,
        reopened: edits,
        rejected: ['location-resubmitted.v1'],
        withdrawn: late,
      }),
    ],
    [edit, ben, everywhere(proposes, unseen)],
    [
      sameAgain,
      anna,
      everywhere('edit-changes-nothing', {
        pending: [],
        reopened: [],
        rejected: ['location-resubmitted.v1'],
        withdrawn: late,
      }),
    ],
    [sameAgain, ben, everywhere('edit-changes-nothing', unseen)],
    [
      { type: 'feature-photo', photo: undefined },
      ben,
      everywhere('photo-not-found', { none: 'photo-not-found', deleted: 'photo-not-found' }),
    ],
    [{ type: 'approve-edit', editId: 'e1', force: false }, admin, everywhere('edit-not-found')],
    [{ type: 'reject-edit', editId: 'e1', reason: null }, admin, everywhere('edit-not-found')],
    [{ type: 'withdraw-edit', editId: 'e1' }, anna, everywhere('edit-not-found')],
  ];
  for (const [command, actor, outcomes] of rows) {
    it.each(Object.keys(states) as State[])(`${command.type} by ${actor.userId}: %s`, (state) => {
      expect(outcome(states[state], command, actor)).toEqual(outcomes[state]);
    });
  }
});

describe('submitting a location', () => {
  it('waits if a contributor does it', () => {
    expect(when([], submit, anna)).toEqual([submitted[0]]);
  });
  it('is approved at once if the administrator does it', () => {
    expect(when([], submit, admin)).toEqual([submitted[0], approved[0]]);
  });
  it.each([
    ['pending', anna, ['location-submitted.v1']],
    ['pending', ben, 'city-not-found'],
    ['pending', admin, 'approve-city-first'],
    ['rejected', anna, 'already-decided'],
    ['rejected', ben, 'city-not-found'],
    ['withdrawn', anna, 'already-decided'],
    ['withdrawn', ben, 'city-not-found'],
    ['withdrawn', admin, 'already-decided'],
    ['deleted', anna, 'city-not-found'],
    ['deleted', admin, 'city-not-found'],
    ['approved', ben, ['location-submitted.v1']],
  ] as const)('to a city that is %s, by %o, has the expected outcome', (status, actor, expected) => {
    expect(outcome([], submit, actor, within(status))).toEqual(expected);
  });
  it('is approved at once if a trusted person does it, except in their pending city', () => {
    const ofTrusted = (status: Status) => ({ ...open, city: cityOf(status, trusted.userId) });
    expect(outcome([], submit, trusted, ofTrusted('approved'))).toEqual([
      'location-submitted.v1',
      'location-approved.v1',
    ]);
    expect(outcome([], submit, trusted, ofTrusted('pending'))).toEqual(['location-submitted.v1']);
  });
  it('in an unknown city is refused', () => refused([], submit, anna, 'city-not-found', nowhere));
});

describe('deciding a location', () => {
  it('approves only in an approved city', () => {
    refused([submitted], { type: 'approve' }, admin, 'approve-city-first', within('pending'));
    refused([submitted], { type: 'approve' }, admin, 'approve-city-first', within('rejected'));
    refused([submitted], { type: 'approve' }, admin, 'location-not-found', within('deleted'));
  });
  it('stores the reason of a rejection', () => {
    expect(when([submitted], { type: 'reject', reason: 'blurred' }, admin)).toEqual([rejected[0]]);
  });
  it('can be reopened, also after a deletion and a restoration', () => {
    for (const history of [
      [submitted, rejected],
      [submitted, rejected, deleted, restored],
    ]) {
      expect(when(history, { type: 'reopen' }, admin)).toEqual([reopened[0]]);
    }
  });
  it('is reopened only in a city that is approved or waits', () => {
    expect(outcome([submitted, rejected], { type: 'reopen' }, admin, within('pending'))).toEqual([
      'location-reopened.v1',
    ]);
    refused([submitted, rejected], { type: 'reopen' }, admin, 'approve-city-first', within('rejected'));
    refused([submitted, rejected], { type: 'reopen' }, admin, 'approve-city-first', within('withdrawn'));
  });
  it('is visible to nobody in a deleted city', () => {
    for (const actor of [anna, ben, admin]) {
      refused([submitted, approved], { type: 'withdraw' }, actor, 'location-not-found', within('deleted'));
      refused([submitted, approved], { type: 'withdraw' }, actor, 'location-not-found', nowhere);
    }
  });
  it('is not visible to others while its city is not approved', () => {
    for (const status of ['pending', 'rejected', 'withdrawn'] as const) {
      refused([submitted, approved], edit, ben, 'location-not-found', within(status));
      expect(outcome([submitted, approved], edit, anna, within(status))).toEqual([
        'location-edit-proposed.v1',
      ]);
    }
  });
});

describe('a pending location in a declined city', () => {
  const declined = within('rejected');

  it('shows as declined; only restoring the city allows approving, sending in or reopening it', () => {
    for (const command of [{ type: 'approve' }, { type: 'reopen' }] as const) {
      refused([submitted], command, admin, 'approve-city-first', declined);
    }
    for (const command of [edit, sameAgain]) {
      refused([submitted], command, anna, 'approve-city-first', declined);
    }
    refused([submitted], { type: 'withdraw' }, anna, 'already-decided', declined);
    refused([submitted], edit, ben, 'location-not-found', declined);
  });
  it('cannot be declined again', () => {
    expect(when([submitted], { type: 'reject', reason: 'blurred' }, admin, declined)).toEqual([]);
  });
  it('can be edited, moved and deleted by the administrator', () => {
    const moved = { ...edit, wanted: { cityId: 'c2' } };
    const facts = { ...declined, target: cityOf('approved', 'anna', 'c2') };
    expect(outcome([submitted], edit, admin, declined)).toEqual(['location-edited.v1']);
    expect(outcome([submitted], moved, admin, facts)).toEqual(['location-edited.v1']);
    expect(outcome([submitted], { type: 'delete' }, admin, declined)).toEqual(['location-deleted.v1']);
  });
  it('differs from a location that was itself declined', () => {
    refused([submitted, rejected], edit, anna, 'approve-city-first', declined);
    refused([submitted, approved], { type: 'reject', reason: null }, admin, 'already-decided', declined);
  });
});

describe('a pending location in a withdrawn city', () => {
  it("is withdrawn too if the city's submitter sent it in", () => {
    const facts = within('withdrawn');
    expect(when([submitted], { type: 'withdraw' }, anna, facts)).toEqual([]);
    for (const command of [{ type: 'reopen' }, { type: 'reject', reason: null }] as const) {
      refused([submitted], command, admin, 'already-decided', facts);
    }
    refused([submitted], edit, anna, 'already-decided', facts);
  });
  it('stays pending if somebody else submitted it, and may be moved', () => {
    const facts = {
      ...limited,
      city: cityOf('withdrawn', 'carl'),
      target: cityOf('approved', 'carl', 'c2'),
    };
    const move = { ...edit, wanted: { cityId: 'c2' } };
    expect(outcome([submitted], move, anna, facts)).toEqual(['location-edited.v1']);
    expect(outcome([submitted], { type: 'withdraw' }, anna, facts)).toEqual(['location-withdrawn.v1']);
    refused([submitted], { type: 'approve' }, admin, 'approve-city-first', facts);
  });
});

describe('restoring a location', () => {
  it('is refused once the bytes of its photos may be deleted', () => {
    const deletedAt = 2_000;
    const at = (time: number) => ({ ...restore, now: new Date(time) });
    const history = [submitted, approved, deleted];
    expect(when(history, at(deletedAt + limits.restoreWithin), admin)).toEqual([restored[0]]);
    refused(history, at(deletedAt + limits.restoreWithin + 1), admin, 'restore-too-late');
  });
  it('needs a city that is not deleted', () => {
    refused([submitted, deleted], restore, admin, 'restore-city-first', within('deleted'));
    refused([submitted, deleted], restore, admin, 'restore-city-first', nowhere);
    expect(when([submitted, approved, deleted], restore, admin)).toEqual([restored[0]]);
  });
  it('restores the values of an earlier revision, but not the city', () => {
    const values = { ...fields, cityId: 'c0', description: 'Old quay' };
    expect(when([submitted, approved, deleted], { ...restore, values }, admin)).toEqual([
      restored[0],
      {
        type: 'location-edited.v1',
        data: { ...ids, changes: { description: { from: 'Quay', to: 'Old quay' } } },
      },
    ]);
  });
  it('refuses an unknown revision', () => {
    refused([submitted], { ...restore, values: 'unknown' }, admin, 'invalid');
    refused([], { ...restore, values: 'unknown' }, admin, 'location-not-found');
  });
});

describe('editing a location', () => {
  it('applies at once from the administrator, and from the submitter while it waits', () => {
    const edited = [{ type: 'location-edited.v1', data: { ...ids, changes: renaming } }];
    expect(when([submitted, approved], edit, admin)).toEqual(edited);
    expect(when([submitted], edit, anna)).toEqual(edited);
  });
  it('becomes a proposal from anyone else, with the old and new value of each changed field', () => {
    expect(
      when([submitted, approved], { ...edit, wanted: { ...fields, name: 'Cais da Ribeira' } }, ben),
    ).toEqual([proposed[0]]);
  });
  it('clears an optional field with null, and leaves omitted fields unchanged', () => {
    const withAddress: PastEvent<LocationEvent> = [
      { type: 'location-submitted.v1', data: { locationId: 'l1', ...fields, address: 'Praça 1' } },
      'anna',
    ];
    expect(when([withAddress, approved], { ...edit, wanted: { address: null } }, admin)).toMatchObject([
      { data: { changes: { address: { from: 'Praça 1', to: null } } } },
    ]);
    expect(when([withAddress, approved], { ...edit, wanted: { address: undefined } }, admin)).toEqual([]);
  });
  it("keeps another person's change of a field that this person left alone", () => {
    const command = { ...edit, wanted: { ...fields, description: 'The quay' }, base: fields };
    expect(when([submitted, approved, renamedSince], command, ben)).toMatchObject([
      { data: { changes: { description: { from: 'Quay', to: 'The quay' } } } },
    ]);
    refused([submitted, approved, renamedSince], { ...sameAgain, base: fields }, ben, 'edit-changes-nothing');
  });
  it('is proposed against the value that the person saw, even if it has changed since', () => {
    const command = { ...edit, wanted: { name: 'Cais da Ribeira' }, base: fields };
    expect(when([submitted, approved, renamedSince], command, ben)).toEqual([proposed[0]]);
  });
  it('applies at once from a trusted person, unless the value that they saw has changed since', () => {
    const command = { ...edit, base: fields };
    const proposes = 'location-edit-proposed.v1';
    expect(outcome([submitted, approved], command, trusted)).toEqual([proposes, 'location-edit-approved.v1']);
    expect(outcome([submitted, approved, renamedSince], command, trusted)).toEqual([proposes]);
  });
  it('from an unknown revision is refused, without revealing the location to people who may not see it', () => {
    refused([submitted], { ...edit, base: 'unknown' }, anna, 'invalid');
    refused([submitted], { ...edit, base: 'unknown' }, ben, 'location-not-found');
  });
  it.each([
    ['approved', anna, ['location-edited.v1']],
    ['pending', anna, ['location-edited.v1']],
    ['rejected', anna, 'already-decided'],
    ['deleted', anna, 'city-not-found'],
    ['pending', admin, 'approve-city-first'],
    ['approved', admin, ['location-edited.v1']],
  ] as const)(
    'moving to a city that is %s, by %o, has the expected outcome while the location waits',
    (status, actor, expected) => {
      const move = { ...edit, wanted: { cityId: 'c2' } };
      expect(outcome([submitted], move, actor, movingTo(cityOf(status, 'anna', 'c2')))).toEqual(expected);
    },
  );
  it('cannot move a public location to a pending city, nor the administrator any to their own', () => {
    const move = { ...edit, wanted: { cityId: 'c2' } };
    refused([submitted], move, admin, 'approve-city-first', movingTo(cityOf('pending', 'admin', 'c2')));
    const facts = movingTo(cityOf('pending', 'anna', 'c2'));
    refused([submitted, approved], move, anna, 'approve-city-first', facts);
    refused([submitted, approved], move, ben, 'city-not-found', facts);
    refused([submitted, approved], move, ben, 'city-not-found', movingTo(undefined));
  });
});

describe('a pending edit', () => {
  const approve = (force = false) => ({ type: 'approve-edit', editId: 'e1', force }) as const;
  const reject = { type: 'reject-edit', editId: 'e1', reason: 'no' } as const;
  const withdraw = { type: 'withdraw-edit', editId: 'e1' } as const;
  const waiting = [submitted, approved, proposed];

  it.each([
    [
      'pending',
      [],
      ['location-edit-approved.v1'],
      ['location-edit-rejected.v1'],
      ['location-edit-withdrawn.v1'],
    ],
    ['approved', [editApproved], [], 'already-decided', 'already-decided'],
    ['rejected', [editRejected], 'already-decided', [], 'already-decided'],
    ['withdrawn', [editWithdrawn], 'already-decided', 'already-decided', []],
  ] as const)(
    'that is %s: has the expected outcome when it is approved, rejected or withdrawn',
    (_status, end, approves, rejects, withdraws) => {
      const history = [...waiting, ...end];
      expect(outcome(history, approve(), admin)).toEqual(approves);
      expect(outcome(history, reject, admin)).toEqual(rejects);
      expect(outcome(history, withdraw, ben)).toEqual(withdraws);
    },
  );
  it('is approved and applied in one event', () => {
    expect(when(waiting, approve(), admin)).toEqual([editApproved[0]]);
    expect(given(locationDecider, [...waiting, editApproved])).toMatchObject({
      fields: { ...fields, name: 'Cais da Ribeira' },
    });
  });
  it('stores the reason of its rejection; the location does not change', () => {
    expect(when(waiting, reject, admin)).toMatchObject([{ data: { editId: 'e1', reason: 'no' } }]);
    expect(given(locationDecider, [...waiting, editRejected])).toMatchObject({ fields });
  });
  it('needs force if its base has changed since, and then keeps both values', () => {
    const history = [...waiting, renamedSince];
    refused(history, approve(), admin, 'edit-outdated');
    expect(when(history, approve(true), admin)).toMatchObject([
      { data: { changes: { name: { from: 'Quay', to: 'Cais da Ribeira' } }, forced: true } },
    ]);
  });
  it('is not outdated by a change to another field', () => {
    const describedSince: PastEvent<LocationEvent> = [
      {
        type: 'location-edited.v1',
        data: { ...ids, changes: { description: { from: 'Quay', to: 'The quay' } } },
      },
      'admin',
    ];
    expect(when([...waiting, describedSince], approve(true), admin)).toEqual([editApproved[0]]);
  });
  it('can be withdrawn only by its author', () => {
    refused(waiting, withdraw, anna, 'edit-not-found');
    refused(waiting, withdraw, admin, 'forbidden');
    refused(waiting, { ...withdraw, editId: 'e2' }, ben, 'edit-not-found');
  });
  it('can only be withdrawn, by its author, while the location is hidden', () => {
    for (const away of [deleted, reopened]) {
      expect(outcome([...waiting, away], withdraw, ben)).toEqual(['location-edit-withdrawn.v1']);
      refused([...waiting, away], { ...withdraw, editId: 'e2' }, ben, 'location-not-found');
    }
    refused([...waiting, deleted], withdraw, anna, 'location-not-found');
    refused([...waiting, deleted], withdraw, admin, 'location-not-found');
    expect(outcome(waiting, withdraw, ben, within('deleted'))).toEqual(['location-edit-withdrawn.v1']);
  });
  it('moves the location only to an approved city', () => {
    const move: PastEvent<LocationEvent> = [
      {
        type: 'location-edit-proposed.v1',
        data: { ...ids, editId: 'e1', changes: { cityId: { from: 'c1', to: 'c2' } } },
      },
      'ben',
    ];
    const history = [submitted, approved, move];
    const to = (status: Status) => movingTo(cityOf(status, 'carl', 'c2'));
    expect(outcome(history, approve(), admin, to('approved'))).toEqual(['location-edit-approved.v1']);
    refused(history, approve(), admin, 'approve-city-first', to('pending'));
    refused(history, approve(), admin, 'city-not-found', to('deleted'));
    refused(history, approve(), admin, 'city-not-found', movingTo(undefined));
  });
  it('is limited to 5 for a person on a location, and to 50 for the location', () => {
    const by = (author: string, number: number): PastEvent<LocationEvent> => [
      {
        type: 'location-edit-proposed.v1',
        data: { ...ids, editId: `${author} ${number}`, changes: renaming },
      },
      author,
    ];
    const many = (author: string, count: number) =>
      Array.from({ length: count }, (_, number) => by(author, number));
    const next = { ...edit, editId: 'next' };
    const place = [submitted, approved];

    expect(outcome([...place, ...many('ben', 4)], next, ben)).toEqual(['location-edit-proposed.v1']);
    refused([...place, ...many('ben', 5)], next, ben, 'too-much-waiting');
    expect(outcome([...place, ...many('carl', 5)], next, ben)).toEqual(['location-edit-proposed.v1']);
    const ended: PastEvent<LocationEvent> = [
      { type: 'location-edit-rejected.v1', data: { ...ids, editId: 'ben 0', reason: null } },
      'admin',
    ];
    expect(outcome([...place, ...many('ben', 5), ended], next, ben)).toEqual(['location-edit-proposed.v1']);

    const others = Array.from({ length: 10 }, (_, person) => many(`person ${person}`, 5)).flat();
    expect(outcome([...place, ...others.slice(1)], next, ben)).toEqual(['location-edit-proposed.v1']);
    refused([...place, ...others], next, ben, 'too-much-waiting');
    expect(outcome([...place, ...others], next, admin)).toEqual(['location-edited.v1']);
    const unlimited = { ...open, waitingIsLimited: false };
    expect(outcome([...place, ...others, ...many('ben', 5)], next, ben, unlimited)).toEqual([
      'location-edit-proposed.v1',
    ]);
    // An edit that has no changes, or whose place the person may not see, is refused for that reason first.
    refused([...place, ...others], { ...next, wanted: fields }, ben, 'edit-changes-nothing');
  });
  it('is one of several, identified by its id', () => {
    const other: PastEvent<LocationEvent> = [
      {
        type: 'location-edit-proposed.v1',
        data: { ...ids, editId: 'e2', changes: { description: { from: 'Quay', to: 'Stairs' } } },
      },
      'anna',
    ];
    const history = [...waiting, other, editRejected];
    expect(outcome(history, { ...approve(), editId: 'e2' }, admin)).toEqual(['location-edit-approved.v1']);
    refused(history, { ...withdraw, editId: 'e2' }, ben, 'edit-not-found');
  });
});

describe('featuring a photo', () => {
  const photoOf = (changes: Partial<ChosenPhoto> = {}): ChosenPhoto => ({
    id: 'p1',
    locationId: 'l1',
    uploadedBy: 'anna',
    present: true,
    review: null,
    reviewed: false,
    ...changes,
  });
  const feature = (photo: ChosenPhoto) => ({ type: 'feature-photo', photo }) as const;
  const featured: PastEvent<LocationEvent> = [
    { type: 'photo-featured.v1', data: { ...ids, photoId: 'p1' } },
    'ben',
  ];

  it('is allowed to anyone who sees the location, once', () => {
    expect(when([submitted, approved], feature(photoOf()), anna)).toEqual([featured[0]]);
    expect(outcome([submitted, approved], feature(photoOf()), ben)).toEqual(['photo-featured.v1']);
    expect(when([submitted, approved, featured], feature(photoOf()), anna)).toEqual([]);
    expect(outcome([submitted, approved, featured], feature(photoOf({ id: 'p2' })), anna)).toEqual([
      'photo-featured.v1',
    ]);
  });
  it('is reviewed afterwards, except by the administrator and by who sent in the photo or the location', () => {
    const reviewOf = (actor: Actor, uploadedBy: string) =>
      when([submitted, approved], feature(photoOf({ uploadedBy })), actor);
    expect(reviewOf(ben, 'anna')).toMatchObject([{ data: { review: 'after' } }]);
    for (const events of [reviewOf(admin, 'ben'), reviewOf(ben, 'ben'), reviewOf(anna, 'ben')])
      expect(events).toEqual([featured[0]]);
  });
  it('refuses a deleted photo and one of another location', () => {
    refused([submitted, approved], feature(photoOf({ present: false })), ben, 'photo-not-found');
    refused([submitted, approved], feature(photoOf({ locationId: 'l2' })), ben, 'photo-not-found');
  });
  it('refuses a photo of a location that the person may not see', () => {
    refused([submitted], feature(photoOf()), ben, 'photo-not-found');
    expect(outcome([submitted], feature(photoOf()), anna)).toEqual(['photo-featured.v1']);
  });
});

it('a merging is undone by a moderator who did not send in the merged location', () => {
  const merged: PastEvent<LocationEvent> = [
    { type: 'location-merged.v1', data: { ...ids, into: 'l2', photos: true, taken: {} } },
    'admin',
  ];
  const history = [submitted, approved, merged];
  refused(history, { type: 'part' }, { ...moderator, userId: 'anna' }, 'forbidden');
  expect(outcome(history, { type: 'part' }, moderator)).toEqual(['location-parted.v1']);
});

describe('the state after each event', () => {
  it.each([
    [[submitted], 'pending'],
    [[submitted, approved], 'approved'],
    [[submitted, rejected], 'rejected'],
    [[submitted, withdrawn], 'withdrawn'],
    [[submitted, approved, deleted], 'deleted'],
    [[submitted, rejected, reopened], 'pending'],
    [[submitted, approved, deleted, restored], 'approved'],
    [[submitted, rejected, deleted, restored], 'rejected'],
    [[submitted, inCascade(rejected)], 'pending'],
    [[submitted, approved, inCascade(deleted)], 'approved'],
    [[submitted, inCascade(withdrawn), inCascade(reopened)], 'pending'],
    [[submitted, approved, deleted, inCascade(restored)], 'deleted'],
  ] as const)('%#', (history, status) => {
    expect(given(locationDecider, history)).toMatchObject({ status, submittedBy: 'anna' });
  });
  it('ignores events before the submission and decisions on unknown edits', () => {
    expect(given(locationDecider, [approved])).toBeUndefined();
    expect(given(locationDecider, [submitted, editApproved])).toMatchObject({ fields });
  });
});

describe('a location that is sent in again', () => {
  const resubmitted: PastEvent<LocationEvent> = [
    {
      type: 'location-resubmitted.v1',
      data: { locationId: 'l1', cityId: 'c1', changes: { name: { from: fields.name, to: 'Mended' } } },
    },
    'anna',
  ];

  it('waits with its new values, without the reason', () => {
    expect(given(locationDecider, [submitted, rejected, resubmitted])).toMatchObject({
      status: 'pending',
      reason: null,
      fields: { ...fields, name: 'Mended' },
    });
  });
  it('can be sent in again at most three times', () => {
    const twice = [submitted, rejected, resubmitted, rejected, resubmitted, rejected];
    expect(outcome(twice, sameAgain, anna, within('approved'))).toEqual(['location-resubmitted.v1']);
    refused([...twice, resubmitted, rejected], sameAgain, anna, 'resubmitted-too-often', within('approved'));
  });
  it('can move only to a city that accepts it', () => {
    const moved = { ...edit, wanted: { cityId: 'c2' } };
    const facts = (target: Status) => ({
      ...limited,
      city: cityOf('rejected', 'carl'),
      target: cityOf(target, 'anna', 'c2'),
    });
    expect(outcome([submitted, rejected], moved, anna, facts('pending'))).toEqual([
      'location-resubmitted.v1',
    ]);
    refused([submitted, rejected], moved, anna, 'already-decided', facts('withdrawn'));
  });
});
