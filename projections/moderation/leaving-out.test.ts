import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseEvent } from '#contracts/events';

import { randomCases } from '../../test/harness/random-cases.ts';
import { readModels } from '../read-models.ts';
import { city, edit, location, merging, opinion, photo, report, secondOpinion } from '../testing/events.ts';
import { eventId, given, recorded } from '../testing/given.ts';
import { randomHistory } from '../testing/random-history.ts';
import type { GivenEvent } from '../testing/world.ts';
import { createLeavingOut, type LeftOut } from './leaving-out.ts';

function fates(what: LeftOut, events: readonly GivenEvent[]): string[] {
  const fateOf = createLeavingOut(what);
  return recorded(events).map((event) => fateOf(parseEvent(event)));
}

const bob = { actor: 'bob' };
const byBob: LeftOut = { by: 'actor', id: 'bob' };
const rename = { name: { from: 'a', to: 'b' } };

describe('events that cannot follow', () => {
  test.each<readonly [string, readonly GivenEvent[], readonly string[]]>([
    [
      'everything in a city whose submission is gone',
      [
        [city.submitted('rome'), bob],
        city.approved('rome'),
        location.submitted('forum', 'rome'),
        location.approved('forum', 'rome'),
        photo.added('p1', 'forum'),
        opinion.rated('forum', 'ann', 4),
        photo.deleted('p1', 'forum'),
      ],
      ['left-out', ...Array.from({ length: 6 }, () => 'following')],
    ],
    [
      'the decisions about an edit that was never proposed',
      [
        city.submitted('rome'),
        location.submitted('forum', 'rome'),
        [edit.proposed('e1', 'forum', 'rome', rename), bob],
        edit.approved('e1', 'forum', 'rome', rename),
        edit.proposed('e2', 'forum', 'rome', rename),
        edit.approved('e2', 'forum', 'rome', rename),
      ],
      ['kept', 'kept', 'left-out', 'following', 'kept', 'kept'],
    ],
    [
      'the choice and the removal of a photo that is gone',
      [
        city.submitted('rome'),
        location.submitted('forum', 'rome'),
        [photo.added('p1', 'forum'), bob],
        photo.featured('p1', 'forum', 'rome'),
        photo.deleted('p1', 'forum'),
      ],
      ['kept', 'kept', 'left-out', 'following', 'following'],
    ],
    [
      'the restoration of a photo whose deletion is gone',
      [
        city.submitted('rome'),
        location.submitted('forum', 'rome'),
        photo.added('p1', 'forum'),
        [photo.deleted('p1', 'forum'), bob],
        photo.restored('p1', 'forum', ''),
      ],
      ['kept', 'kept', 'kept', 'left-out', 'following'],
    ],
    [
      'the answer to reports that are gone, unless another is left',
      [
        city.submitted('rome'),
        city.submitted('oslo'),
        [report.made('city', 'rome'), bob],
        [report.made('city', 'oslo'), bob],
        report.made('city', 'oslo', 'wrong'),
        report.upheld('city', 'rome'),
        report.upheld('city', 'oslo'),
      ],
      ['kept', 'kept', 'left-out', 'left-out', 'kept', 'following', 'kept'],
    ],
    [
      'a move into a city that is gone',
      [
        city.submitted('rome'),
        [city.submitted('oslo'), bob],
        location.submitted('forum', 'rome'),
        location.edited('forum', 'rome', { cityId: { from: 'rome', to: 'oslo' } }),
      ],
      ['kept', 'left-out', 'kept', 'following'],
    ],
    [
      'a return without its deletion, and an approval of what was already rejected',
      [
        city.submitted('rome'),
        city.rejected('rome'),
        [city.reopened('rome', 'x'), bob],
        city.approved('rome'),
        [city.deleted('rome'), bob],
        city.restored('rome', 'y'),
        city.reopened('rome', 'z'),
        city.approved('rome'),
      ],
      ['kept', 'kept', 'left-out', 'following', 'left-out', 'following', 'kept', 'kept'],
    ],
    [
      'the approval of a place in a city that nobody approved',
      [
        city.submitted('rome'),
        [city.approved('rome'), bob],
        location.submitted('forum', 'rome'),
        location.approved('forum', 'rome'),
      ],
      ['kept', 'left-out', 'kept', 'following'],
    ],
    [
      'a merging into a place that is gone, and the parting of places that were not merged',
      [
        city.submitted('rome'),
        location.submitted('forum', 'rome'),
        [location.submitted('agora', 'rome'), bob],
        merging.merged('forum', 'rome', 'agora'),
        merging.parted('forum', 'rome', 'agora'),
      ],
      ['kept', 'kept', 'left-out', 'following', 'following'],
    ],
    [
      'a merging into a place that is not public now, but not one of a place that waits now',
      [
        city.submitted('rome'),
        city.approved('rome'),
        location.submitted('forum', 'rome'),
        [location.approved('forum', 'rome'), bob],
        location.submitted('agora', 'rome'),
        [location.approved('agora', 'rome'), bob],
        location.submitted('garden', 'rome'),
        location.approved('garden', 'rome'),
        merging.merged('forum', 'rome', 'garden'),
        merging.merged('garden', 'rome', 'agora'),
      ],
      ['kept', 'kept', 'kept', 'left-out', 'kept', 'left-out', 'kept', 'kept', 'kept', 'following'],
    ],
    [
      'a request for a second opinion on an item that is gone, but not on another one',
      [
        city.submitted('rome'),
        location.submitted('forum', 'rome'),
        [location.submitted('agora', 'rome'), bob],
        [edit.proposed('e1', 'forum', 'rome', rename), bob],
        edit.proposed('e2', 'forum', 'rome', rename),
        [report.made('city', 'rome'), bob],
        secondOpinion('location', 'forum', 'location', 'forum'),
        secondOpinion('location', 'agora', 'location', 'agora'),
        secondOpinion('edit', 'e1', 'location', 'forum'),
        secondOpinion('edit', 'e2', 'location', 'forum'),
        secondOpinion('change', eventId(3), 'location', 'forum'),
        secondOpinion('report', 'city-rome', 'city', 'rome'),
      ],
      [
        ...['kept', 'kept', 'left-out', 'left-out', 'kept', 'left-out'],
        ...['kept', 'following', 'following', 'kept', 'following', 'following'],
      ],
    ],
    [
      'what takes back an event that is gone',
      [city.submitted('rome'), [city.edited('rome', rename), bob], city.restored('rome', eventId(1))],
      ['kept', 'left-out', 'following'],
    ],
  ])('%s', (_, events, expected) => {
    expect(fates(byBob, events)).toEqual(expected);
  });
});

test('leaves out the decisions of a batch, or all of an entity’s own events', () => {
  const events: readonly GivenEvent[] = [
    city.submitted('rome'),
    [city.approved('rome'), { correlationId: 'batch' }],
    location.submitted('forum', 'rome'),
    [location.approved('forum', 'rome'), { correlationId: 'batch' }],
    photo.added('p1', 'forum'),
    edit.proposed('e1', 'forum', 'rome', rename),
  ];
  expect(fates({ by: 'batch', id: 'batch' }, events)).toEqual([
    'kept',
    'left-out',
    'kept',
    'left-out',
    'kept',
    'kept',
  ]);
  expect(fates({ by: 'entity', id: 'forum' }, events)).toEqual([
    'kept',
    'kept',
    'left-out',
    'left-out',
    'following',
    'left-out',
  ]);
  expect(fates({ by: 'entity', id: 'p1' }, events).at(4)).toBe('left-out');
  expect(fates({ by: 'entity', id: 'e1' }, events).at(5)).toBe('left-out');
  expect(new Set(fates({ by: 'entity', id: 'rom' }, events))).toEqual(new Set(['kept']));
});

test('keeps everything if nothing is left out, and every read model can be built from the kept events', async () => {
  await fc.assert(
    fc.asyncProperty(randomHistory, async (events) => {
      expect(new Set(fates({ by: 'actor', id: 'nobody' }, events))).toEqual(new Set(['kept']));
      const kept = fates(byBob, events);
      const left = events.filter((_, at) => kept[at] === 'kept');
      for (const model of readModels) await (await given(model, ...left))[Symbol.asyncDispose]();
    }),
    randomCases(10),
  );
});
