import { describe, expect, it } from 'vitest';

import { Refusal, type ErrorCode } from '#contracts/errors';
import type { LocationEvent } from '#contracts/events/location';
import type { Status } from '#contracts/fields';

import type { City } from './city.ts';
import type { Actor } from './decider.ts';
import { system } from './decider.ts';
import { eventIdAt, given, type Told } from './given.test-helper.ts';
import { locationDecider, type LocationCommand, type LocationFacts } from './location-decider.ts';

const anna: Actor = { userId: 'anna', isAdmin: false };
const ben: Actor = { userId: 'ben', isAdmin: false };
const admin: Actor = { userId: 'admin', isAdmin: true };
const ids = { locationId: 'l1', cityId: 'c1' };
const fields = {
  name: 'Ribeira',
  description: 'Quay',
  cityId: 'c1',
  category: 'viewpoint',
  address: null,
  bestTimeToVisit: null,
};

const cityOf = (status: Status, submittedBy = 'anna'): City => ({
  id: 'c1',
  status,
  fields: { name: 'Porto', country: 'Portugal', imageUrl: 'https://example.org/p.jpg' },
  submittedBy,
  endedBy: status === 'approved' || status === 'pending' ? null : 'city-end',
  statusBefore: null,
});
const open: LocationFacts = { city: cityOf('approved'), target: cityOf('approved') };
const within = (status: Status): LocationFacts => ({ city: cityOf(status), target: cityOf(status) });

const submitted: Told<LocationEvent> = [
  { type: 'location-submitted.v1', data: { locationId: 'l1', ...fields } },
  'anna',
];
const approved: Told<LocationEvent> = [{ type: 'location-approved.v1', data: ids }, 'admin'];
const deleted: Told<LocationEvent> = [{ type: 'location-deleted.v1', data: ids }, 'admin'];
const proposed: Told<LocationEvent> = [
  {
    type: 'location-edit-proposed.v1',
    data: { ...ids, editId: 'e1', changes: { name: { from: 'Ribeira', to: 'Cais da Ribeira' } } },
  },
  'ben',
];

const when = (
  history: readonly Told<LocationEvent>[],
  command: LocationCommand,
  actor: Actor,
  facts: LocationFacts = open,
) => locationDecider.decide(given(locationDecider, history), command, actor, facts);
const refused = (
  history: readonly Told<LocationEvent>[],
  command: LocationCommand,
  actor: Actor,
  code: ErrorCode,
  facts: LocationFacts = open,
) => {
  try {
    when(history, command, actor, facts);
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).code).toBe(code);
    return;
  }
  throw new Error(`expected the refusal ${code}`);
};
const submit = { type: 'submit', locationId: 'l1', fields } as const;

describe('submitting a location', () => {
  it('waits, from a contributor', () => {
    expect(when([], submit, anna)).toEqual([submitted[0]]);
  });
  it('is approved at once, from the administrator', () => {
    expect(when([], submit, admin)).toEqual([submitted[0], approved[0]]);
  });
  it('goes to an own pending city, but not to another’s', () => {
    expect(when([], submit, anna, within('pending'))).toEqual([submitted[0]]);
    refused([], submit, ben, 'city-not-found', within('pending'));
  });
  it('needs the administrator to approve the city first', () => {
    refused([], submit, admin, 'approve-city-first', within('pending'));
  });
  it('finds no city that is deleted or was never there', () => {
    refused([], submit, anna, 'city-not-found', within('deleted'));
    refused([], submit, anna, 'city-not-found', { city: undefined, target: undefined });
  });
});

describe('deciding a location', () => {
  it('approves only in an approved city', () => {
    expect(when([submitted], { type: 'approve' }, admin)).toEqual([approved[0]]);
    refused([submitted], { type: 'approve' }, admin, 'approve-city-first', within('pending'));
  });
  it('finds nothing in a city that was deleted a moment ago', () => {
    refused([submitted], { type: 'approve' }, admin, 'location-not-found', within('deleted'));
  });
  it('lets a cascade delete it although its city is gone, once', () => {
    expect(when([submitted], { type: 'delete' }, system, within('deleted'))).toEqual([deleted[0]]);
    expect(when([submitted, deleted], { type: 'delete' }, system, within('deleted'))).toEqual([]);
    refused([submitted], { type: 'delete' }, admin, 'location-not-found', within('deleted'));
  });
  it('is undone exactly when that is what ended it', () => {
    const byCascade: Told<LocationEvent> = [deleted[0], 'system', 'root'];
    expect(when([submitted, byCascade], { type: 'restore', undoes: 'root' }, system)).toEqual([
      { type: 'location-restored.v1', data: { ...ids, undoes: 'root' } },
    ]);
    expect(when([submitted, deleted], { type: 'restore', undoes: 'root' }, system)).toEqual([]);
  });
  it('is restored only into a city that is there', () => {
    refused([submitted, deleted], { type: 'restore' }, admin, 'restore-city-first', within('deleted'));
    expect(when([submitted, approved, deleted], { type: 'restore' }, admin)).toEqual([
      { type: 'location-restored.v1', data: { ...ids, undoes: eventIdAt(2) } },
    ]);
  });
});

describe('editing a location', () => {
  const edit = { type: 'edit', editId: 'e1', wanted: { name: 'Cais da Ribeira' } } as const;

  it('applies at once from the administrator, and from the submitter while it waits', () => {
    const edited = [
      {
        type: 'location-edited.v1',
        data: { ...ids, changes: { name: { from: 'Ribeira', to: 'Cais da Ribeira' } } },
      },
    ];
    expect(when([submitted, approved], edit, admin)).toEqual(edited);
    expect(when([submitted], edit, anna)).toEqual(edited);
  });
  it('becomes a proposal from anyone else', () => {
    expect(when([submitted, approved], edit, ben)).toEqual([proposed[0]]);
  });
  it('is not seen, nor edited, by others before it is public', () => {
    refused([submitted], edit, ben, 'location-not-found');
    refused([submitted, approved], edit, ben, 'location-not-found', within('pending'));
  });
  it('that changes nothing is refused as a proposal', () => {
    refused([submitted, approved], { ...edit, wanted: { name: 'Ribeira' } }, ben, 'edit-changes-nothing');
  });
  it('is approved and applied in one event', () => {
    const events = when(
      [submitted, approved, proposed],
      { type: 'approve-edit', editId: 'e1', force: false },
      admin,
    );
    expect(events).toEqual([
      {
        type: 'location-edit-approved.v1',
        data: {
          ...ids,
          editId: 'e1',
          changes: { name: { from: 'Ribeira', to: 'Cais da Ribeira' } },
          forced: false,
        },
      },
    ]);
  });
  it('whose base has changed since needs force, and then keeps both values', () => {
    const renamed: Told<LocationEvent> = [
      { type: 'location-edited.v1', data: { ...ids, changes: { name: { from: 'Ribeira', to: 'Quay' } } } },
      'admin',
    ];
    const history = [submitted, approved, proposed, renamed];
    refused(history, { type: 'approve-edit', editId: 'e1', force: false }, admin, 'edit-outdated');
    expect(when(history, { type: 'approve-edit', editId: 'e1', force: true }, admin)).toMatchObject([
      { data: { changes: { name: { from: 'Quay', to: 'Cais da Ribeira' } }, forced: true } },
    ]);
  });
  it('is withdrawn by its author alone', () => {
    const history = [submitted, approved, proposed];
    expect(when(history, { type: 'withdraw-edit', editId: 'e1' }, ben)).toHaveLength(1);
    refused(history, { type: 'withdraw-edit', editId: 'e1' }, anna, 'edit-not-found');
    refused(history, { type: 'withdraw-edit', editId: 'e2' }, ben, 'edit-not-found');
  });
});
