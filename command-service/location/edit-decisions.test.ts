import { describe, expect, it } from 'vitest';

import type { LocationEvent } from '#contracts/location/events';
import { ordinaryPerson } from '#contracts/shared/person';
import { ribeira as fields } from '#contracts/testing/location';

import type { Actor } from '#platform/commands/decider';
import type { ApproveEdit } from './edit-decisions.ts';
import { given, lifeOf, outcomeOf, type PastEvent } from '../shared/given.test-helper.ts';
import { locationDecider, type LocationCommand, type LocationFacts } from './decider.ts';
import { noReverts } from '../shared/reverts.ts';

const mira: Actor = { ...ordinaryPerson('mira'), canModerate: true };
type Past = PastEvent<LocationEvent>;
const ids = { locationId: 'l1', cityId: 'c1' };
const edit = { ...ids, editId: 'e1' };
const proposal = {
  name: { from: 'Ribeira', to: 'Cais' },
  description: { from: 'Quay', to: 'A quay by the river' },
};
const waiting: readonly Past[] = [
  [{ type: 'location-submitted.v1', data: { locationId: 'l1', ...fields } }, 'anna'],
  [{ type: 'location-approved.v1', data: ids }, 'admin'],
  [{ type: 'location-edit-proposed.v1', data: { ...edit, changes: proposal } }, 'ben'],
];
const city = {
  ...lifeOf('approved', 'anna'),
  id: 'c1',
  fields: { name: 'Porto', country: 'Portugal', imageUrl: '/pictures/porto/1600.webp', coordinates: null },
  reverts: noReverts,
  resubmissions: 0,
  wasApproved: false,
};
const facts: LocationFacts = { city, target: city, proposal, waitingIsLimited: true, now: new Date(0) };
const decide = (
  history: readonly Past[],
  command: LocationCommand,
  actor = mira,
  changes: LocationFacts = facts,
) => locationDecider.decide(given(locationDecider, history), command, actor, changes);
const approve = (some: Partial<ApproveEdit> = {}): ApproveEdit => ({
  type: 'approve-edit',
  editId: 'e1',
  force: false,
  ...some,
});
const changesOf = (history: readonly Past[], some: Partial<ApproveEdit>) => {
  const [event] = decide(history, approve(some));
  return event?.type === 'location-edit-approved.v1' ? event.data.changes : undefined;
};

describe('approving a part of an edit', () => {
  it('applies the named fields', () => {
    expect(changesOf(waiting, { fields: ['name'] })).toEqual({ name: proposal.name });
    expect(changesOf(waiting, {})).toEqual(proposal);
  });
  it('applies the moderator’s corrections', () => {
    expect(changesOf(waiting, { values: { name: 'Cais da Ribeira' } })).toEqual({
      ...proposal,
      name: { from: 'Ribeira', to: 'Cais da Ribeira' },
    });
    expect(changesOf(waiting, { fields: ['name'], values: { name: 'Ribeira' } })).toEqual({});
  });
  it('leaves the edit approved', () => {
    const approved: Past = [
      {
        type: 'location-edit-approved.v1',
        data: { ...edit, changes: { name: proposal.name }, forced: false },
      },
      'mira',
    ];
    expect(given(locationDecider, [...waiting, approved])).toMatchObject({ fields: { name: 'Cais' } });
    expect(outcomeOf(() => decide([...waiting, approved], approve()))).toEqual([]);
  });
  it('refuses fields that the edit does not change, and values for fields that are not applied', () => {
    expect(outcomeOf(() => decide(waiting, approve({ fields: ['address'] })))).toBe('invalid');
    expect(outcomeOf(() => decide(waiting, approve({ values: { address: 'Here' } })))).toBe('invalid');
    expect(
      outcomeOf(() => decide(waiting, approve({ fields: ['name'], values: { description: 'Other' } }))),
    ).toBe('invalid');
  });
  it('is refused only for conflicts in the applied fields', () => {
    const since: Past = [
      {
        type: 'location-edited.v1',
        data: { ...ids, changes: { description: { from: 'Quay', to: 'Pier' } } },
      },
      'admin',
    ];
    expect(outcomeOf(() => decide([...waiting, since], approve()))).toBe('edit-outdated');
    expect(changesOf([...waiting, since], { fields: ['name'] })).toEqual({ name: proposal.name });
    expect(changesOf([...waiting, since], { force: true })).toMatchObject({ description: { from: 'Pier' } });
  });
});

describe('reopening an edit', () => {
  const approved: Past = [
    { type: 'location-edit-approved.v1', data: { ...edit, changes: proposal, forced: false } },
    'mira',
  ];
  const rejected: Past = [{ type: 'location-edit-rejected.v1', data: { ...edit, reason: null } }, 'mira'];
  const withdrawn: Past = [{ type: 'location-edit-withdrawn.v1', data: edit }, 'ben'];
  const reopen: LocationCommand = { type: 'reopen-edit', editId: 'e1' };

  it('reverts what its approval applied, except fields changed since', () => {
    const since: Past = [
      { type: 'location-edited.v1', data: { ...ids, changes: { name: { from: 'Cais', to: 'Pier' } } } },
      'admin',
    ];
    const history = [...waiting, approved, since];
    const [event] = decide(history, reopen);
    expect(event).toEqual({
      type: 'location-edit-reopened.v1',
      data: { ...edit, changes: { description: { from: 'A quay by the river', to: 'Quay' } } },
    });
    const state = given(locationDecider, [...history, [event, 'mira'] as Past]);
    expect(state?.fields).toMatchObject({ name: 'Pier', description: 'Quay' });
    expect(state?.edits.waiting.has('e1')).toBe(true);
  });
  it('does not change the place after a rejection', () => {
    expect(decide([...waiting, rejected], reopen, mira, { ...facts, proposal: {} })).toEqual([
      { type: 'location-edit-reopened.v1', data: { ...edit, changes: {} } },
    ]);
  });
  it('is possible only for decided edits', () => {
    expect(decide(waiting, reopen)).toEqual([]);
    expect(outcomeOf(() => decide([...waiting, withdrawn], reopen))).toBe('already-decided');
    expect(outcomeOf(() => decide(waiting, { ...reopen, editId: 'other' }))).toBe('edit-not-found');
  });
});

it('is refused to moderators for their own edits, but not to the administrator', () => {
  const own = { ...mira, userId: 'ben' };
  const commands = [approve(), { type: 'reject-edit', editId: 'e1', reason: null }] as const;
  for (const command of commands) {
    expect(outcomeOf(() => decide(waiting, command, own))).toBe('forbidden');
    expect(decide(waiting, command, { ...own, isAdmin: true })).toHaveLength(1);
  }
});

describe('declining a duplicate', () => {
  const pending = waiting.slice(0, 1);
  const reject = (original: Extract<LocationCommand, { type: 'reject' }>['original']) =>
    decide(pending, { type: 'reject', reason: null, ...(original && { original }) });

  it('names the original', () => {
    expect(reject({ id: 'l2', status: 'approved' })).toEqual([
      { type: 'location-rejected.v1', data: { ...ids, reason: null, duplicateOf: 'l2' } },
    ]);
  });
  it('needs an original that is approved or waits, and is not the entity itself', () => {
    for (const original of [
      'unknown',
      { id: 'l2', status: 'deleted' },
      { id: 'l2', status: 'rejected' },
      { id: 'l2', status: 'withdrawn' },
      { id: 'l1', status: 'pending' },
    ] as const) {
      expect(outcomeOf(() => reject(original))).toBe('invalid');
    }
  });
});
