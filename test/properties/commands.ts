import fc from 'fast-check';

import { bestTimes, categories } from '#contracts/location/words';

/** People by number: 0 is the administrator. */
export const administrator = 0;
export const people = 4;
/** Different small pictures to upload. */
const pictures = 4;

/**
 * A command that a person tries. Cities, locations, photos and edits are referred to by number, modulo the number that
 * exist by then, so that a sequence shortened by fast-check still makes sense.
 */
export type Command = {
  readonly who: number;
  /** The number of a city, location, photo or edit. */
  readonly target: number;
} & (
  | { readonly type: 'submit-city' | 'submit-location'; readonly name: string }
  | { readonly type: 'edit-city'; readonly changes: object; readonly fromRevision: boolean }
  | {
      readonly type: 'edit-location';
      readonly changes: object;
      readonly fromRevision: boolean;
      readonly moveTo: number | null;
    }
  | { readonly type: Decision; readonly of: 'city' | 'location' }
  | { readonly type: 'restore'; readonly of: 'city' | 'location'; readonly revision: number | null }
  | { readonly type: 'merge'; readonly into: number; readonly photos: boolean }
  | { readonly type: 'approve-edit'; readonly force: boolean }
  | { readonly type: 'reject-edit' | 'withdraw-edit' }
  | { readonly type: 'add-photo'; readonly picture: number; readonly featured: boolean }
  | { readonly type: 'feature-photo' | 'delete-photo' }
  | { readonly type: 'rate'; readonly rating: number }
  | { readonly type: 'favorite' | 'unfavorite' }
  | {
      readonly type: 'decide';
      readonly choices: readonly Choice[];
      readonly force: boolean;
      /** Decides on what was read before an earlier command. */
      readonly isLate: boolean;
    }
  | { readonly type: 'undo' }
  | { readonly type: 'report'; readonly of: 'city' | 'location' | 'photo' }
  | { readonly type: 'make-moderator' | 'trust' | 'untrust' }
);
/** A waiting item, by number, and whether it is approved or rejected. */
export interface Choice {
  readonly number: number;
  readonly approve: boolean;
}
export type Decision = 'approve' | 'reject' | 'reopen' | 'withdraw' | 'delete';

const name = fc.constantFrom('Bridge', 'Old Tower', 'Café Ñandú', '100% .*', 'Łódź');
const entity = fc.constantFrom('city', 'location');
const target = fc.nat({ max: 11 });
const anyone = fc.nat({ max: people - 1 });
const theAdministrator = fc.constant(administrator);
const sometimes = fc.integer({ min: 0, max: 9 }).map((number) => number < 2);

const locationChanges = fc.record(
  {
    name,
    description: fc.constantFrom('A view', 'Another view\nin two lines'),
    category: fc.constantFrom(...categories),
    address: fc.constantFrom('Main Street 1', null),
    bestTimeToVisit: fc.constantFrom(bestTimes[0], null),
    accessNotes: fc.constantFrom('By ticket', null),
  },
  { requiredKeys: [] },
);
const cityChanges = fc.record({ name, country: fc.constantFrom('Poland', 'Chile') }, { requiredKeys: [] });

const command = (who: fc.Arbitrary<number>, shape: Record<string, fc.Arbitrary<unknown>>) =>
  // The cast: the shapes match Command, but fast-check cannot infer the union through a record.
  fc.record({ who, target, ...shape }) as unknown as fc.Arbitrary<Command>;
const type = (value: Command['type']) => fc.constant(value);
const decision = (value: Decision) => command(theAdministrator, { type: type(value), of: entity });

const opinion: fc.Arbitrary<Command> = fc.oneof(
  command(anyone, { type: type('rate'), rating: fc.integer({ min: 1, max: 5 }) }),
  command(anyone, { type: type('favorite') }),
  command(anyone, { type: type('unfavorite') }),
);

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: command(anyone, { type: type('submit-city'), name }) },
  { weight: 6, arbitrary: command(anyone, { type: type('submit-location'), name }) },
  {
    weight: 1,
    arbitrary: command(anyone, {
      type: type('edit-city'),
      changes: cityChanges,
      fromRevision: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: command(anyone, {
      type: type('edit-location'),
      changes: locationChanges,
      fromRevision: fc.boolean(),
      moveTo: fc.option(target, { freq: 2 }),
    }),
  },
  { weight: 4, arbitrary: decision('approve') },
  { weight: 2, arbitrary: decision('reject') },
  { weight: 2, arbitrary: decision('reopen') },
  { weight: 2, arbitrary: command(anyone, { type: type('withdraw'), of: entity }) },
  { weight: 3, arbitrary: decision('delete') },
  {
    weight: 3,
    arbitrary: command(theAdministrator, {
      type: type('restore'),
      of: entity,
      revision: fc.option(fc.nat({ max: 3 }), { freq: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: command(theAdministrator, { type: type('merge'), into: target, photos: fc.boolean() }),
  },
  { weight: 2, arbitrary: command(theAdministrator, { type: type('approve-edit'), force: sometimes }) },
  { weight: 1, arbitrary: command(theAdministrator, { type: type('reject-edit') }) },
  { weight: 1, arbitrary: command(anyone, { type: type('withdraw-edit') }) },
  {
    weight: 4,
    arbitrary: command(anyone, {
      type: type('add-photo'),
      picture: fc.nat({ max: pictures - 1 }),
      featured: sometimes,
    }),
  },
  { weight: 1, arbitrary: command(anyone, { type: type('feature-photo') }) },
  { weight: 2, arbitrary: command(anyone, { type: type('delete-photo') }) },
  { weight: 5, arbitrary: opinion },
  // Commands for the administrator only, tried by any person.
  {
    weight: 1,
    arbitrary: command(anyone, {
      type: fc.constantFrom('approve', 'reject', 'reopen', 'delete'),
      of: entity,
    }),
  },
);

/** A beginning: two cities, one with a location and its photo, and a pending city with a location. */
export const beginning: readonly Command[] = [
  { type: 'submit-city', who: 0, target: 0, name: 'Lisbon' },
  { type: 'submit-location', who: 1, target: 0, name: 'Belem' },
  { type: 'approve', of: 'location', who: 0, target: 0 },
  { type: 'add-photo', who: 2, target: 0, picture: 0, featured: false },
  { type: 'submit-city', who: 1, target: 0, name: 'Porto' },
  { type: 'submit-location', who: 1, target: 1, name: 'Ribeira' },
  { type: 'submit-city', who: 0, target: 0, name: 'Faro' },
];

/** Two people become moderators, so that three decide. The submissions of the fourth apply immediately. */
const deciders = [administrator, 2, 3] as const;
export const appointments: readonly Command[] = [
  { type: 'make-moderator', who: administrator, target: 2 },
  { type: 'make-moderator', who: administrator, target: 3 },
  { type: 'trust', who: administrator, target: 1 },
];

const decider = fc.constantFrom(...deciders);
const decisions = command(decider, {
  type: type('decide'),
  choices: fc.array(fc.record({ number: fc.nat({ max: 9 }), approve: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  force: sometimes,
  isLate: fc.boolean(),
});
const deskCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: anyCommand },
  {
    weight: 5,
    arbitrary: decisions,
  },
  { weight: 4, arbitrary: command(decider, { type: type('undo') }) },
  {
    weight: 2,
    arbitrary: command(anyone, { type: type('report'), of: fc.constantFrom('city', 'location', 'photo') }),
  },
  { weight: 1, arbitrary: command(decider, { type: fc.constantFrom('trust', 'untrust') }) },
);
/** Changes by contributors while moderators decide on earlier reads. */
export const changesAndDecisions = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: command(anyone, {
        type: type('edit-location'),
        changes: locationChanges,
        fromRevision: fc.constant(false),
        moveTo: fc.constant(null),
      }),
    },
    {
      weight: 3,
      arbitrary: command(anyone, {
        type: type('edit-city'),
        changes: cityChanges,
        fromRevision: fc.constant(false),
      }),
    },
    { weight: 2, arbitrary: command(anyone, { type: type('submit-location'), name }) },
    { weight: 2, arbitrary: command(anyone, { type: type('report'), of: entity }) },
    { weight: 5, arbitrary: decisions },
    { weight: 1, arbitrary: command(decider, { type: type('undo') }) },
  ),
  { minLength: 20, maxLength: 40, size: 'max' },
);
/** Groups of commands of contributors and moderators; those of a group are sent simultaneously. */
export const deskGroups = fc.array(fc.array(deskCommand, { minLength: 1, maxLength: 4, size: 'max' }), {
  minLength: 4,
  maxLength: 16,
  size: 'max',
});

/** Three more public locations. */
export const places: readonly Command[] = ['Alfama', 'Baixa', 'Chiado'].map((name) => ({
  type: 'submit-location',
  who: 0,
  target: 0,
  name,
}));
/** In the first city: a photo and a location with a photo, each deleted by itself, and a declined location. */
export const losses: readonly Command[] = [
  { type: 'add-photo', who: 1, target: 0, picture: 1, featured: true },
  { type: 'delete-photo', who: 1, target: 1 },
  { type: 'submit-location', who: 2, target: 0, name: 'Gone' },
  { type: 'add-photo', who: 2, target: 2, picture: 2, featured: false },
  { type: 'delete', of: 'location', who: 0, target: 2 },
  { type: 'submit-location', who: 2, target: 0, name: 'Declined' },
  { type: 'reject', of: 'location', who: 0, target: 3 },
  { type: 'submit-location', who: 2, target: 0, name: 'Waiting' },
];

export const opinions = fc.array(opinion, { minLength: 10, maxLength: 40, size: 'max' });
/** One command after the other. */
export const sequence = fc.array(anyCommand, { minLength: 1, maxLength: 35, size: 'max' });
/** Groups of commands; those of a group are sent simultaneously. */
export const groups = fc.array(fc.array(anyCommand, { minLength: 2, maxLength: 8, size: 'max' }), {
  minLength: 1,
  maxLength: 8,
  size: 'max',
});
/** Any command during a deletion, except restoring its entity. */
export const meanwhile = fc.array(
  anyCommand.filter(({ type }) => type !== 'restore'),
  { maxLength: 8, size: 'max' },
);
