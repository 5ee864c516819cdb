import type { Changes } from '#contracts/shared/changes';
import { Refusal, type FieldError } from '#contracts/shared/errors';
import type { LocationEvent } from '#contracts/location/events';
import type { LocationFields } from '#contracts/location/fields';

import type { CityState } from '../city/decider.ts';
import { system, type Actor } from '#platform/commands/decider';
import {
  changesBetween,
  newValues,
  type Wanted,
  refuseOwn,
  refuseChanged,
  type Seen,
} from '../shared/rules.ts';
import { findEdit, type ProposedEdit } from './edits.ts';
import { checkTarget, idsOf, isOutdated, type Location, type LocationState, onWire } from './state.ts';
import { intoOpenCity } from './reverts.ts';
import { revertedChanges } from '../shared/reverts.ts';

type FieldName = keyof LocationFields;

export interface ApproveEdit {
  readonly type: 'approve-edit';
  readonly editId: string;
  /** Approves the edit even if the location has changed since. */
  readonly force: boolean;
  /** The fields to apply; all of them if omitted. The others are declined. */
  readonly fields?: readonly FieldName[] | undefined;
  /** The moderator's corrections of the applied fields. */
  readonly values?: Wanted<LocationFields> | undefined;
}
interface RejectEdit {
  readonly type: 'reject-edit';
  readonly editId: string;
  readonly reason: string | null;
}
interface WithdrawEdit {
  readonly type: 'withdraw-edit';
  readonly editId: string;
}
/** Makes a decided edit wait again, and reverts what its approval applied. */
interface ReopenEdit {
  readonly type: 'reopen-edit';
  readonly editId: string;
}
export type EditCommand = ApproveEdit | RejectEdit | WithdrawEdit | ReopenEdit;

export interface EditFacts {
  readonly city: CityState;
  /** The city that the command would move the location to; its current city if it does not move. */
  readonly target: CityState;
  /** The changes that the edit proposes, or that its reopening would take back; empty for other commands. */
  readonly proposal: Changes<LocationFields>;
  /** For an edit of a merged place: the place that shows it. */
  readonly shownBy?: Location | undefined;
  /** What the moderator saw of the place that shows the edit. */
  readonly seen?: Seen<LocationState> | undefined;
}

/** Decides a moderator's command about a proposed edit, or its proposer's withdrawal. @throws Refusal */
export function decideEdit(
  location: Location,
  command: EditCommand,
  actor: Actor,
  facts: EditFacts,
): readonly LocationEvent[] {
  const edit = findEdit(location.edits, command.editId);
  if (edit === undefined) throw new Refusal('edit-not-found');
  if (command.type === 'withdraw-edit') return withdraw(location, command, edit, actor);
  refuseOwn(actor, edit.userId);
  if (command.type === 'approve-edit') return approve(location, command, edit, facts);
  if (command.type === 'reopen-edit') return reopen(location, command, edit, facts);
  if (edit.status === 'rejected') return [];
  if (edit.status !== 'pending') throw new Refusal('already-decided');
  refuseChangedFields(location, facts);
  const { editId, reason } = command;
  return [{ type: 'location-edit-rejected.v1', data: { ...idsOf(location), editId, reason } }];
}

function withdraw(
  location: Location,
  { editId }: WithdrawEdit,
  edit: ProposedEdit,
  actor: Actor,
): readonly LocationEvent[] {
  if (edit.userId !== actor.userId) throw new Refusal(actor.canModerate ? 'forbidden' : 'edit-not-found');
  if (edit.status === 'withdrawn') return [];
  if (edit.status !== 'pending') throw new Refusal('already-decided');
  return [{ type: 'location-edit-withdrawn.v1', data: { ...idsOf(location), editId } }];
}

function approve(
  location: Location,
  command: ApproveEdit,
  edit: ProposedEdit,
  facts: EditFacts,
): readonly LocationEvent[] {
  if (edit.status === 'approved') return [];
  if (edit.status !== 'pending') throw new Refusal('already-decided');
  refuseChangedFields(location, facts);
  const { target, proposal, shownBy } = facts;
  const place = shownBy ?? location;
  const taken = takenOf(proposal, command);
  const forced = isOutdated(place, taken);
  if (forced && !command.force) throw new Refusal('edit-outdated');
  const changes = onWire(changesBetween(place.fields, { ...newValues(taken), ...command.values }));
  if (changes.cityId !== undefined) checkTarget(target, system, 'approved');
  const ids = { ...idsOf(location), editId: command.editId };
  const applied = shownBy === undefined ? { changes } : { changes: {}, into: place.id, taken: changes };
  return [{ type: 'location-edit-approved.v1', data: { ...ids, ...applied, forced } }];
}

/** @throws Refusal `changed-since` if one of the edit's fields has another value than the moderator saw */
function refuseChangedFields(location: Location, { seen, proposal, shownBy }: EditFacts): void {
  const concerned = Object.keys(proposal);
  refuseChanged(seen, shownBy ?? location, ({ fields }) => {
    const values: Readonly<Record<string, unknown>> = { ...fields };
    return concerned.map((name) => values[name]);
  });
}

/** The part of the proposal that is applied. @throws Refusal `invalid` for fields that the edit does not change */
function takenOf(proposal: Changes<LocationFields>, { fields, values = {} }: ApproveEdit) {
  const taken: Changes<LocationFields> =
    fields === undefined
      ? proposal
      : Object.fromEntries(Object.entries(proposal).filter(([key]) => fields.some((name) => name === key)));
  const errors: FieldError[] = [];
  const message = 'The edit does not change this field';
  for (const name of fields ?? []) if (!(name in proposal)) errors.push({ path: 'fields', message });
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && !(name in taken)) errors.push({ path: `values.${name}`, message });
  }
  if (errors.length > 0) throw new Refusal('invalid', { errors });
  return taken;
}

function reopen(
  location: Location,
  { editId }: ReopenEdit,
  edit: ProposedEdit,
  facts: EditFacts,
): readonly LocationEvent[] {
  if (edit.status === 'pending') return [];
  // An edit that its proposer withdrew stays withdrawn.
  if (edit.status === 'withdrawn') throw new Refusal('already-decided');
  const changes = intoOpenCity(revertedChanges(location.fields, facts.proposal), facts);
  return [{ type: 'location-edit-reopened.v1', data: { ...idsOf(location), editId, changes } }];
}
