import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { DomainEvent, eventTypesOf } from '../events.ts';
import { decidedBy, effectOf, isDeciding, itemOf, supersedes, takesBack } from './decided-items.ts';

const folder = join(import.meta.dirname, '../fixtures');
const events = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => {
    const parsed = DomainEvent.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    return parsed.success ? [parsed.data] : [];
  });

describe('the table of decisions', () => {
  it('covers every type of event; these alone have no effect on an item of the queue', () => {
    const nothing = Object.values(eventTypesOf)
      .flat()
      .filter((type) => effectOf(type) === undefined);
    expect(nothing.toSorted()).toEqual(
      [
        ...[
          'city-edited',
          'location-edited',
          'photo-described',
          'photo-featured',
          'photo-hashed',
          'content-reported',
          'second-opinion-asked',
        ],
        ...eventTypesOf.opinion.map((type) => type.replace('.v1', '')),
        ...eventTypesOf.account.map((type) => type.replace('.v1', '')),
      ]
        .map((name) => `${name}.v1`)
        .toSorted(),
    );
  });

  it('names an item for every recorded event that affects one', () => {
    const types = new Set(events.map(({ type }) => type));
    for (const type of Object.values(eventTypesOf).flat()) {
      if (effectOf(type) !== undefined) expect(types, type).toContain(type);
    }
    for (const event of events) {
      expect(itemOf(event) !== null, event.type).toBe(effectOf(event.type) !== undefined);
      const item = decidedBy(event);
      if (item !== null) expect(supersedes(event, item), event.type).toBe(true);
    }
  });

  it('has only events that decide or take back a decision, apart from those about a change', () => {
    for (const event of events) {
      const item = decidedBy(event);
      if (item === null || 'reverts' in event.data || 'reapplies' in event.data) continue;
      expect(isDeciding(event), event.type).toBe(!takesBack(event));
    }
  });
});
