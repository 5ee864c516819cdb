import { describe, expect, it } from 'vitest';

import type { CityEvent } from '#contracts/events/city';
import { Refusal, type ErrorCode } from '#contracts/errors';

import { cityDecider, type CityCommand } from './city.ts';
import type { Actor } from './decider.ts';
import { eventIdAt, given, type Told } from './given.test-helper.ts';

const anna: Actor = { userId: 'anna', isAdmin: false };
const ben: Actor = { userId: 'ben', isAdmin: false };
const admin: Actor = { userId: 'admin', isAdmin: true };
const cityId = 'c1';
const fields = { name: 'Porto', country: 'Portugal', imageUrl: 'https://example.org/porto.jpg' };

const submitted: Told<CityEvent> = [{ type: 'city-submitted.v1', data: { cityId, ...fields } }, 'anna'];
const approved: Told<CityEvent> = [{ type: 'city-approved.v1', data: { cityId } }, 'admin'];
const rejected: Told<CityEvent> = [{ type: 'city-rejected.v1', data: { cityId, reason: 'twice' } }, 'admin'];
const withdrawn: Told<CityEvent> = [{ type: 'city-withdrawn.v1', data: { cityId } }, 'anna'];
const deleted: Told<CityEvent> = [{ type: 'city-deleted.v1', data: { cityId } }, 'admin'];

const when = (history: readonly Told<CityEvent>[], command: CityCommand, actor: Actor) =>
  cityDecider.decide(given(cityDecider, history), command, actor, undefined);
const refused = (
  history: readonly Told<CityEvent>[],
  command: CityCommand,
  actor: Actor,
  code: ErrorCode,
) => {
  expect(() => when(history, command, actor)).toThrow(new Refusal(code));
};

describe('a city', () => {
  it('that a contributor submits waits', () => {
    expect(when([], { type: 'submit', cityId, fields }, anna)).toEqual([submitted[0]]);
  });
  it('that the administrator submits is approved at once', () => {
    expect(when([], { type: 'submit', cityId, fields }, admin)).toEqual([submitted[0], approved[0]]);
  });
  it('is not submitted twice', () =>
    refused([submitted], { type: 'submit', cityId, fields }, anna, 'already-exists'));

  it('is approved, and approving it again changes nothing', () => {
    expect(when([submitted], { type: 'approve' }, admin)).toEqual([approved[0]]);
    expect(when([submitted, approved], { type: 'approve' }, admin)).toEqual([]);
  });
  it('is rejected with a reason, and rejecting it again changes nothing', () => {
    expect(when([submitted], { type: 'reject', reason: 'twice' }, admin)).toEqual([rejected[0]]);
    expect(when([submitted, rejected], { type: 'reject', reason: null }, admin)).toEqual([]);
  });
  it('keeps its decision against the opposite one', () => {
    refused([submitted, approved], { type: 'reject', reason: null }, admin, 'already-decided');
    refused([submitted, rejected], { type: 'approve' }, admin, 'already-decided');
    refused([submitted, withdrawn], { type: 'approve' }, admin, 'already-decided');
  });
  it('is not found once it is deleted, nor before it is there', () => {
    refused([submitted, approved, deleted], { type: 'approve' }, admin, 'city-not-found');
    refused([submitted, approved, deleted], { type: 'delete' }, admin, 'city-not-found');
    refused([], { type: 'approve' }, admin, 'city-not-found');
  });

  it('is reopened by undoing its decision', () => {
    expect(when([submitted, rejected], { type: 'reopen' }, admin)).toEqual([
      { type: 'city-reopened.v1', data: { cityId, undoes: eventIdAt(1) } },
    ]);
    expect(when([submitted], { type: 'reopen' }, admin)).toEqual([]);
    refused([submitted, withdrawn], { type: 'reopen' }, admin, 'already-decided');
  });

  it('is withdrawn by its submitter alone, while it waits', () => {
    expect(when([submitted], { type: 'withdraw' }, anna)).toEqual([withdrawn[0]]);
    expect(when([submitted, withdrawn], { type: 'withdraw' }, anna)).toEqual([]);
    refused([submitted], { type: 'withdraw' }, ben, 'city-not-found');
    refused([submitted, approved], { type: 'withdraw' }, ben, 'forbidden');
    refused([submitted], { type: 'withdraw' }, admin, 'forbidden');
    refused([submitted, approved], { type: 'withdraw' }, anna, 'already-decided');
  });

  it('is edited by whoever sees it', () => {
    const edit = { type: 'edit', wanted: { name: 'Oporto' } } as const;
    const edited = [
      { type: 'city-edited.v1', data: { cityId, changes: { name: { from: 'Porto', to: 'Oporto' } } } },
    ];
    expect(when([submitted, approved], edit, ben)).toEqual(edited);
    expect(when([submitted], edit, anna)).toEqual(edited);
    refused([submitted], edit, ben, 'city-not-found');
  });
  it('keeps what another changed, where the person changed nothing', () => {
    const renamed: Told<CityEvent> = [
      { type: 'city-edited.v1', data: { cityId, changes: { name: { from: 'Porto', to: 'Oporto' } } } },
      'ben',
    ];
    const wanted = { ...fields, country: 'PT' };
    expect(when([submitted, approved, renamed], { type: 'edit', wanted, base: fields }, anna)).toEqual([
      { type: 'city-edited.v1', data: { cityId, changes: { country: { from: 'Portugal', to: 'PT' } } } },
    ]);
  });
  it('with the same values is not edited', () => {
    expect(when([submitted, approved], { type: 'edit', wanted: fields }, ben)).toEqual([]);
  });

  it('returns from its deletion with the status it had', () => {
    const restored = { type: 'city-restored.v1', data: { cityId, undoes: eventIdAt(2) } } as const;
    expect(when([submitted, approved, deleted], { type: 'restore' }, admin)).toEqual([restored]);
    const state = given(cityDecider, [submitted, approved, deleted, [restored, 'admin']]);
    expect(state).toMatchObject({ status: 'approved', endedBy: null });
    expect(when([submitted, approved], { type: 'restore' }, admin)).toEqual([]);
  });
  it('gets the values of an earlier revision back', () => {
    const old = { ...fields, name: 'Old Porto' };
    expect(when([submitted, approved, deleted], { type: 'restore', values: old }, admin)).toEqual([
      { type: 'city-restored.v1', data: { cityId, undoes: eventIdAt(2) } },
      { type: 'city-edited.v1', data: { cityId, changes: { name: { from: 'Porto', to: 'Old Porto' } } } },
    ]);
  });
});
