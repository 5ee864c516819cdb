import { describe, expect, it } from 'vitest';

import type { ErrorCode } from '#contracts/errors';
import type { LocationEvent } from '#contracts/events/location';
import type { Status } from '#contracts/vocabulary';

import type { City } from './city.ts';
import { system, type Actor } from './decider.ts';
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
import { locationDecider, type LocationCommand, type LocationFacts } from './location-decider.ts';
import type { Photo } from './photo.ts';

const ids = { locationId: 'l1', cityId: 'c1' };
const fields = {
  name: 'Ribeira',
  description: 'Quay',
  cityId: 'c1',
  category: 'viewpoint',
  address: null,
  bestTimeToVisit: null,
};

const cityOf = (status: Status, submittedBy = 'anna', id = 'c1'): City => ({
  id,
  status,
  fields: { name: 'Porto', country: 'Portugal', imageUrl: 'https://example.org/p.jpg' },
  submittedBy,
  endedBy: status === 'pending' ? null : 'city-end',
  beforeDeletion: status === 'deleted' ? { status: 'approved', endedBy: 'city-approval' } : null,
});
const within = (status: Status): LocationFacts => ({ city: cityOf(status), target: cityOf(status) });
const open = within('approved');
const nowhere: LocationFacts = { city: undefined, target: undefined };
const movingTo = (target: City | undefined): LocationFacts => ({ city: cityOf('approved'), target });

type History = readonly Told<LocationEvent>[];
const submitted: Told<LocationEvent> = [
  { type: 'location-submitted.v1', data: { locationId: 'l1', ...fields } },
  'anna',
];
const approved: Told<LocationEvent> = [{ type: 'location-approved.v1', data: ids }, 'admin'];
const rejected: Told<LocationEvent> = [
  { type: 'location-rejected.v1', data: { ...ids, reason: 'blurred' } },
  'admin',
];
const withdrawn: Told<LocationEvent> = [{ type: 'location-withdrawn.v1', data: ids }, 'anna'];
const deleted: Told<LocationEvent> = [{ type: 'location-deleted.v1', data: ids }, 'admin'];
const byCascade = ([event]: Told<LocationEvent>, root = 'root'): Told<LocationEvent> => [
  event,
  'system',
  root,
];
const restored = (undoes: string): Told<LocationEvent> => [
  { type: 'location-restored.v1', data: { ...ids, undoes } },
  'admin',
];
const reopened = (undoes: string): Told<LocationEvent> => [
  { type: 'location-reopened.v1', data: { ...ids, undoes } },
  'admin',
];
const renaming = { name: { from: 'Ribeira', to: 'Cais da Ribeira' } };
const proposed: Told<LocationEvent> = [
  { type: 'location-edit-proposed.v1', data: { ...ids, editId: 'e1', changes: renaming } },
  'ben',
];
const editApproved: Told<LocationEvent> = [
  {
    type: 'location-edit-approved.v1',
    data: { ...ids, editId: 'e1', changes: renaming, forced: false },
  },
  'admin',
];
const editRejected: Told<LocationEvent> = [
  { type: 'location-edit-rejected.v1', data: { ...ids, editId: 'e1', reason: null } },
  'admin',
];
const editWithdrawn: Told<LocationEvent> = [
  { type: 'location-edit-withdrawn.v1', data: { ...ids, editId: 'e1' } },
  'ben',
];
const renamedSince: Told<LocationEvent> = [
  { type: 'location-edited.v1', data: { ...ids, changes: { name: { from: 'Ribeira', to: 'Quay' } } } },
  'admin',
];

const when = (history: History, command: LocationCommand, actor: Actor, facts: LocationFacts = open) =>
  locationDecider.decide(given(locationDecider, history), command, actor, facts);
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
const edit = { type: 'edit', editId: 'e1', wanted: { name: 'Cais da Ribeira' } } as const;
const sameAgain = { type: 'edit', editId: 'e1', wanted: fields } as const;

describe('every command in every state, in an approved city', () => {
  const states = {
    none: [],
    pending: [submitted],
    approved: [submitted, approved],
    rejected: [submitted, rejected],
    withdrawn: [submitted, withdrawn],
    deleted: [submitted, approved, deleted],
    restored: [submitted, approved, deleted, restored(eventIdAt(2))],
    reopened: [submitted, rejected, reopened(eventIdAt(1))],
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
      everywhere(['location-reopened.v1'], { pending: [], reopened: [], withdrawn: late }),
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
    [{ type: 'restore' }, admin, everywhere([], { deleted: ['location-restored.v1'] })],
    [edit, admin, everywhere(edits)],
    [sameAgain, admin, everywhere([])],
    [edit, anna, everywhere(proposes, { pending: edits, reopened: edits, rejected: late, withdrawn: late })],
    [edit, ben, everywhere(proposes, unseen)],
    [
      sameAgain,
      anna,
      everywhere('edit-changes-nothing', { pending: [], reopened: [], rejected: late, withdrawn: late }),
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
  it('waits, from a contributor', () => {
    expect(when([], submit, anna)).toEqual([submitted[0]]);
  });
  it('is approved at once, from the administrator', () => {
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
  ] as const)('to a city that is %s, by %o', (status, actor, expected) => {
    expect(outcome([], submit, actor, within(status))).toEqual(expected);
  });
  it('finds no city that was never there', () => refused([], submit, anna, 'city-not-found', nowhere));
});

describe('deciding a location', () => {
  it('approves only in an approved city', () => {
    refused([submitted], { type: 'approve' }, admin, 'approve-city-first', within('pending'));
    refused([submitted], { type: 'approve' }, admin, 'approve-city-first', within('rejected'));
    refused([submitted], { type: 'approve' }, admin, 'location-not-found', within('deleted'));
  });
  it('keeps the reason of a rejection', () => {
    expect(when([submitted], { type: 'reject', reason: 'blurred' }, admin)).toEqual([rejected[0]]);
  });
  it('names the decision that is taken back', () => {
    expect(when([submitted, rejected], { type: 'reopen' }, admin)).toEqual([reopened(eventIdAt(1))[0]]);
  });
  it('still knows the decision after a deletion that was taken back', () => {
    const history = [submitted, rejected, deleted, restored(eventIdAt(2))];
    expect(when(history, { type: 'reopen' }, admin)).toEqual([reopened(eventIdAt(1))[0]]);
  });
  it('is reopened only in a city that is approved or waits', () => {
    expect(outcome([submitted, rejected], { type: 'reopen' }, admin, within('pending'))).toEqual([
      'location-reopened.v1',
    ]);
    refused([submitted, rejected], { type: 'reopen' }, admin, 'approve-city-first', within('rejected'));
    refused([submitted, rejected], { type: 'reopen' }, admin, 'approve-city-first', within('withdrawn'));
  });
  it('is not seen in a city that is gone, by anyone', () => {
    for (const actor of [anna, ben, admin]) {
      refused([submitted, approved], { type: 'withdraw' }, actor, 'location-not-found', within('deleted'));
      refused([submitted, approved], { type: 'withdraw' }, actor, 'location-not-found', nowhere);
    }
  });
  it('is not seen by others while its city is not approved', () => {
    for (const status of ['pending', 'rejected', 'withdrawn'] as const) {
      refused([submitted, approved], edit, ben, 'location-not-found', within(status));
      expect(outcome([submitted, approved], edit, anna, within(status))).toEqual([
        'location-edit-proposed.v1',
      ]);
    }
  });
});

describe('a cascade', () => {
  it('deletes although the city is gone already, once', () => {
    expect(when([submitted], { type: 'delete' }, system, within('deleted'))).toEqual([deleted[0]]);
    expect(when([submitted, deleted], { type: 'delete' }, system, within('deleted'))).toEqual([]);
    refused([], { type: 'delete' }, system, 'location-not-found', within('deleted'));
    refused([submitted], { type: 'delete' }, admin, 'location-not-found', within('deleted'));
  });
  it.each(['deleted', 'rejected', 'withdrawn'] as const)(
    'a location that came after its city was %s goes the same way',
    (status) => {
      const command: LocationCommand =
        status === 'deleted'
          ? { type: 'delete' }
          : status === 'rejected'
            ? { type: 'reject', reason: null }
            : { type: 'withdraw' };
      expect(outcome([submitted], command, system, within(status))).toEqual([`location-${status}.v1`]);
    },
  );
  it('of a rejected city leaves alone what was decided before', () => {
    refused(
      [submitted, approved],
      { type: 'reject', reason: null },
      system,
      'already-decided',
      within('rejected'),
    );
  });
  it('of a withdrawn city leaves alone what others sent to it', () => {
    const benTook: LocationFacts = { city: cityOf('withdrawn', 'ben'), target: undefined };
    refused([submitted], { type: 'withdraw' }, system, 'forbidden', benTook);
    expect(outcome([submitted], { type: 'withdraw' }, system, within('withdrawn'))).toEqual([
      'location-withdrawn.v1',
    ]);
  });
  it.each([
    ['restore', deleted, 'location-restored.v1'],
    ['reopen', rejected, 'location-reopened.v1'],
    ['reopen', withdrawn, 'location-reopened.v1'],
  ] as const)('is undone (%s) exactly where it is what ended it', (type, end, undone) => {
    const command = { type, undoes: 'root' } as const;
    expect(when([submitted, byCascade(end)], command, system)).toEqual([
      { type: undone, data: { ...ids, undoes: 'root' } },
    ]);
    expect(when([submitted, end], command, system)).toEqual([]);
    expect(when([submitted, byCascade(end, 'another')], command, system)).toEqual([]);
    expect(when([submitted], command, system)).toEqual([]);
  });
  it('that was undone by hand is not undone again', () => {
    const history = [submitted, byCascade(deleted), restored('root')];
    expect(when(history, { type: 'restore', undoes: 'root' }, system)).toEqual([]);
  });
  it('returns what it took with the status it had, and with what brought it there', () => {
    const history = [
      submitted,
      byCascade(rejected, 'first'),
      byCascade(deleted),
      byCascade(restored('root')),
    ];
    expect(given(locationDecider, history)).toMatchObject({ status: 'rejected', endedBy: 'first' });
    expect(outcome(history, { type: 'reopen', undoes: 'first' }, system)).toEqual(['location-reopened.v1']);
  });
});

describe('restoring a location', () => {
  it('needs a city that is there', () => {
    refused([submitted, deleted], { type: 'restore' }, admin, 'restore-city-first', within('deleted'));
    refused([submitted, deleted], { type: 'restore' }, admin, 'restore-city-first', nowhere);
    expect(when([submitted, approved, deleted], { type: 'restore' }, admin)).toEqual([
      restored(eventIdAt(2))[0],
    ]);
  });
  it('gives the values of an earlier revision back, but not the place', () => {
    const values = { ...fields, cityId: 'c0', description: 'Old quay' };
    expect(when([submitted, approved, deleted], { type: 'restore', values }, admin)).toEqual([
      restored(eventIdAt(2))[0],
      {
        type: 'location-edited.v1',
        data: { ...ids, changes: { description: { from: 'Quay', to: 'Old quay' } } },
      },
    ]);
  });
  it('knows no revision that never was', () => {
    refused([submitted], { type: 'restore', values: 'unknown' }, admin, 'invalid');
    refused([], { type: 'restore', values: 'unknown' }, admin, 'location-not-found');
  });
});

describe('editing a location', () => {
  it('applies at once from the administrator, and from the submitter while it waits', () => {
    const edited = [{ type: 'location-edited.v1', data: { ...ids, changes: renaming } }];
    expect(when([submitted, approved], edit, admin)).toEqual(edited);
    expect(when([submitted], edit, anna)).toEqual(edited);
  });
  it('becomes a proposal from anyone else, with both values of each changed field', () => {
    expect(
      when([submitted, approved], { ...edit, wanted: { ...fields, name: 'Cais da Ribeira' } }, ben),
    ).toEqual([proposed[0]]);
  });
  it('clears an optional field with null, and leaves alone what is left out', () => {
    const withAddress: Told<LocationEvent> = [
      { type: 'location-submitted.v1', data: { locationId: 'l1', ...fields, address: 'Praça 1' } },
      'anna',
    ];
    expect(when([withAddress, approved], { ...edit, wanted: { address: null } }, admin)).toMatchObject([
      { data: { changes: { address: { from: 'Praça 1', to: null } } } },
    ]);
    expect(when([withAddress, approved], { ...edit, wanted: { address: undefined } }, admin)).toEqual([]);
  });
  it('keeps what another changed, where the person changed nothing', () => {
    const command = { ...edit, wanted: { ...fields, description: 'The quay' }, base: fields };
    expect(when([submitted, approved, renamedSince], command, ben)).toMatchObject([
      { data: { changes: { description: { from: 'Quay', to: 'The quay' } } } },
    ]);
    refused([submitted, approved, renamedSince], { ...sameAgain, base: fields }, ben, 'edit-changes-nothing');
  });
  it('is proposed against the value that the person saw, although another has changed it since', () => {
    const command = { ...edit, wanted: { name: 'Cais da Ribeira' }, base: fields };
    expect(when([submitted, approved, renamedSince], command, ben)).toEqual([proposed[0]]);
  });
  it('from a revision that never was is refused, but first by those who see nothing', () => {
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
  ] as const)('moves one that waits to a city that is %s, by %o', (status, actor, expected) => {
    const move = { ...edit, wanted: { cityId: 'c2' } };
    expect(outcome([submitted], move, actor, movingTo(cityOf(status, 'anna', 'c2')))).toEqual(expected);
  });
  it('moves no public location to a city that waits', () => {
    const move = { ...edit, wanted: { cityId: 'c2' } };
    const facts = movingTo(cityOf('pending', 'anna', 'c2'));
    refused([submitted, approved], move, anna, 'approve-city-first', facts);
    refused([submitted, approved], move, ben, 'city-not-found', facts);
    refused([submitted, approved], move, ben, 'city-not-found', movingTo(undefined));
  });
});

describe('an edit that waits', () => {
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
  ] as const)('%s: approve, reject, withdraw', (_status, end, approves, rejects, withdraws) => {
    const history = [...waiting, ...end];
    expect(outcome(history, approve(), admin)).toEqual(approves);
    expect(outcome(history, reject, admin)).toEqual(rejects);
    expect(outcome(history, withdraw, ben)).toEqual(withdraws);
  });
  it('is approved and applied in one event', () => {
    expect(when(waiting, approve(), admin)).toEqual([editApproved[0]]);
    expect(given(locationDecider, [...waiting, editApproved])).toMatchObject({
      fields: { ...fields, name: 'Cais da Ribeira' },
    });
  });
  it('keeps the reason of its rejection, and changes nothing', () => {
    expect(when(waiting, reject, admin)).toMatchObject([{ data: { editId: 'e1', reason: 'no' } }]);
    expect(given(locationDecider, [...waiting, editRejected])).toMatchObject({ fields });
  });
  it('whose base has changed since needs force, and then keeps both values', () => {
    const history = [...waiting, renamedSince];
    refused(history, approve(), admin, 'edit-outdated');
    expect(when(history, approve(true), admin)).toMatchObject([
      { data: { changes: { name: { from: 'Quay', to: 'Cais da Ribeira' } }, forced: true } },
    ]);
  });
  it('is not outdated by a change to another field', () => {
    const describedSince: Told<LocationEvent> = [
      {
        type: 'location-edited.v1',
        data: { ...ids, changes: { description: { from: 'Quay', to: 'The quay' } } },
      },
      'admin',
    ];
    expect(when([...waiting, describedSince], approve(true), admin)).toEqual([editApproved[0]]);
  });
  it('is withdrawn by its author alone', () => {
    refused(waiting, withdraw, anna, 'edit-not-found');
    refused(waiting, withdraw, admin, 'forbidden');
    refused(waiting, { ...withdraw, editId: 'e2' }, ben, 'edit-not-found');
  });
  it('is its author’s to take back while the location is away, and nobody else’s', () => {
    for (const away of [deleted, reopened(eventIdAt(1))]) {
      expect(outcome([...waiting, away], withdraw, ben)).toEqual(['location-edit-withdrawn.v1']);
      refused([...waiting, away], { ...withdraw, editId: 'e2' }, ben, 'location-not-found');
    }
    refused([...waiting, deleted], withdraw, anna, 'location-not-found');
    refused([...waiting, deleted], withdraw, admin, 'location-not-found');
    expect(outcome(waiting, withdraw, ben, within('deleted'))).toEqual(['location-edit-withdrawn.v1']);
  });
  it('moves the location only to an approved city', () => {
    const move: Told<LocationEvent> = [
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
  it('of several is told apart by its id', () => {
    const other: Told<LocationEvent> = [
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
  const photoOf = (changes: Partial<Photo> = {}): Photo => ({
    id: 'p1',
    locationId: 'l1',
    uploadedBy: 'anna',
    present: true,
    endedBy: null,
    ...changes,
  });
  const feature = (photo: Photo) => ({ type: 'feature-photo', photo }) as const;
  const featured: Told<LocationEvent> = [
    { type: 'photo-featured.v1', data: { ...ids, photoId: 'p1' } },
    'ben',
  ];

  it('is for anyone who sees the location, once', () => {
    expect(when([submitted, approved], feature(photoOf()), ben)).toEqual([featured[0]]);
    expect(when([submitted, approved, featured], feature(photoOf()), anna)).toEqual([]);
    expect(outcome([submitted, approved, featured], feature(photoOf({ id: 'p2' })), anna)).toEqual([
      'photo-featured.v1',
    ]);
  });
  it('takes neither a deleted photo nor one of another location', () => {
    refused([submitted, approved], feature(photoOf({ present: false })), ben, 'photo-not-found');
    refused([submitted, approved], feature(photoOf({ locationId: 'l2' })), ben, 'photo-not-found');
  });
  it('finds no photo of a location that the person may not see', () => {
    refused([submitted], feature(photoOf()), ben, 'photo-not-found');
    expect(outcome([submitted], feature(photoOf()), anna)).toEqual(['photo-featured.v1']);
  });
});

describe('what is left after each event', () => {
  it.each([
    [[submitted], 'pending', null],
    [[submitted, approved], 'approved', eventIdAt(1)],
    [[submitted, rejected], 'rejected', eventIdAt(1)],
    [[submitted, byCascade(withdrawn)], 'withdrawn', 'root'],
    [[submitted, approved, deleted], 'deleted', eventIdAt(2)],
    [[submitted, rejected, reopened(eventIdAt(1))], 'pending', null],
    [[submitted, approved, deleted, restored(eventIdAt(2))], 'approved', eventIdAt(1)],
  ] as const)('%#', (history, status, endedBy) => {
    expect(given(locationDecider, history)).toMatchObject({ status, endedBy, submittedBy: 'anna' });
  });
  it('nothing comes of events before the submission, or of the end of an edit that nobody proposed', () => {
    expect(given(locationDecider, [approved])).toBeUndefined();
    expect(given(locationDecider, [submitted, editApproved])).toMatchObject({ fields });
  });
});
