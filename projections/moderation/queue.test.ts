import { describe, expect, test } from 'vitest';

import type { DomainEvent, EventType } from '#contracts/events';
import { nameKeyOf } from '#contracts/location/duplicates';
import {
  queueCollections,
  type QueueDay,
  type QueueEntry,
  type QueueTotals,
} from '#contracts/moderation/read-models-queue';
import { bucketOf } from '#contracts/moderation/wait-histogram';
import { queueKinds, type QueueKind } from '#contracts/moderation/words';

import { city, edit, location, photo, report, review, secondOpinion } from '../testing/events.ts';
import { eventId, given, type Then } from '../testing/given.ts';
import { timeAt, type GivenEvent } from '../testing/world.ts';
import { queue } from './queue.ts';
import { followClosedCities } from '#query-service/shared/closed-cities';
import { isNeedless } from '#query-service/moderation/queue/entries';

/** An event with more data than its maker in testing/events.ts gives it. */
const withData = (event: DomainEvent, more: object): DomainEvent =>
  ({ ...event, data: { ...event.data, ...more } }) as DomainEvent;
const afterwards = (event: DomainEvent) => withData(event, { review: 'after' });
const again = (type: EventType, data: object) => ({ type, data }) as DomainEvent;

/** The waiting items by kind. Checks the totals as well. */
async function waitingIn(then: Then): Promise<Partial<Record<QueueKind, readonly string[]>>> {
  const cities = followClosedCities(then.reader);
  await cities.refresh();
  const totals = await then.get<QueueTotals>('totals', 'all');
  const waiting: Partial<Record<QueueKind, readonly string[]>> = {};
  for (const kind of queueKinds) {
    const entries = await then.reader.find<QueueEntry>(queueCollections[kind], {
      filter: { state: 'waiting' },
      sort: [['submittedAt', 1]],
      limit: 50,
    });
    const isNeeded = (entry: QueueEntry) =>
      kind === 'city' || kind === 'report' || !isNeedless(kind, entry, cities.now);
    const ids = entries.filter(isNeeded).map(({ id }) => id);
    expect(totals?.[kind] ?? 0, `total of ${kind}`).toBe(ids.length);
    if (ids.length > 0) waiting[kind] = ids;
  }
  return waiting;
}

async function queueAfter(...told: readonly GivenEvent[]) {
  await using then = await given(queue, ...told);
  return await waitingIn(then);
}

const rename = { name: { from: 'forum', to: 'Forum' } };
/** Rome, with a public place in it. */
const forum = [
  city.submitted('rome'),
  city.approved('rome'),
  location.submitted('forum', 'rome'),
  location.approved('forum', 'rome'),
] as const;
const reviewedPhoto = (id: string, locationId: string) => photo.added(id, locationId, { review: 'after' });
/** At least one waiting item of every kind except cities. */
const full = [
  ...forum,
  location.submitted('garden', 'rome'),
  edit.proposed('e1', 'forum', 'rome', rename),
  reviewedPhoto('p1', 'forum'),
  reviewedPhoto('p2', 'garden'),
  afterwards(city.edited('rome', { country: { from: 'Italy', to: 'Italia' } })),
  afterwards(photo.featured('p1', 'forum', 'rome')),
  report.made('location', 'forum'),
] as const satisfies readonly GivenEvent[];
const everything = {
  location: ['garden'],
  edit: ['e1'],
  photo: ['p1', 'p2'],
  change: [eventId(8), eventId(9)],
  report: ['location-forum'],
};

describe('each kind', () => {
  test('a city waits until it is decided, and again when the decision is undone', async () => {
    expect(await queueAfter(city.submitted('rome'))).toEqual({ city: ['rome'] });
    expect(await queueAfter(city.submitted('rome'), city.approved('rome'))).toEqual({});
    const back = [city.submitted('rome'), city.rejected('rome'), city.reopened('rome', '')];
    expect(await queueAfter(...back)).toEqual({ city: ['rome'] });
    expect(await queueAfter(...back, city.withdrawn('rome'))).toEqual({});
  });

  test('items of every kind wait at the same time', async () => {
    expect(await queueAfter(...full)).toEqual(everything);
  });

  test('what is sent in again after it was declined waits from then on, with its new texts', async () => {
    const changed = { name: { from: 'x', to: 'New' } };
    await using then = await given(
      queue,
      city.submitted('oslo'),
      city.rejected('oslo'),
      again('city-resubmitted.v1', {
        cityId: 'oslo',
        changes: { ...changed, country: { from: 'Italy', to: 'Norway' } },
      }),
      location.submitted('pier', 'oslo'),
      location.rejected('pier', 'oslo'),
      again('location-resubmitted.v1', { locationId: 'pier', cityId: 'oslo', changes: changed }),
    );
    const texts = { state: 'waiting', name: 'New' };
    expect(await then.get('cities', 'oslo')).toMatchObject({
      ...texts,
      country: 'Norway',
      submittedAt: timeAt(2),
    });
    expect(await then.get('locations', 'pier')).toMatchObject({
      ...texts,
      nameKey: nameKeyOf('oslo', 'New'),
      submittedAt: timeAt(5),
    });
  });

  test('an edit waits until it is decided, and again when the decision is undone', async () => {
    const proposed = [...forum, edit.proposed('e1', 'forum', 'rome', rename)];
    for (const end of [
      edit.approved('e1', 'forum', 'rome', rename),
      edit.rejected('e1', 'forum', 'rome'),
      edit.withdrawn('e1', 'forum', 'rome'),
    ]) {
      expect(await queueAfter(...proposed, end)).toEqual({});
      const reopened = again('location-edit-reopened.v1', {
        editId: 'e1',
        locationId: 'forum',
        cityId: 'rome',
        changes: {},
      });
      expect(await queueAfter(...proposed, end, reopened)).toEqual({ edit: ['e1'] });
    }
  });

  test('an edit and a change hold the first 200 characters of each value, none of them cut in half', async () => {
    const changes = { description: { from: 'Old', to: `${'a'.repeat(199)}🌅🌅` } };
    const change = afterwards(city.edited('rome', { name: changes.description }));
    await using then = await given(queue, ...forum, edit.proposed('e1', 'forum', 'rome', changes), change);
    const cut = `${'a'.repeat(199)}🌅`;
    expect(await then.get('edits', 'e1')).toMatchObject({ proposed: { description: cut } });
    expect(await then.get('changes', eventId(5))).toMatchObject({ proposed: { name: cut } });
  });

  test('a photo waits until its review, but only while it exists', async () => {
    const added = [...forum, reviewedPhoto('p1', 'forum')];
    expect(await queueAfter(...forum, photo.added('p1', 'forum'))).toEqual({});
    expect(await queueAfter(...added)).toEqual({ photo: ['p1'] });
    const looked = [...added, review.photo('p1', 'forum')];
    expect(await queueAfter(...looked)).toEqual({});
    expect(await queueAfter(...looked, review.photoAgain('p1', 'forum'))).toEqual({ photo: ['p1'] });
    const gone = [...added, photo.deleted('p1', 'forum')];
    expect(await queueAfter(...gone)).toEqual({});
    expect(await queueAfter(...gone, photo.restored('p1', 'forum', ''))).toEqual({ photo: ['p1'] });
    expect(await queueAfter(...gone, photo.added('p1', 'forum'))).toEqual({});
  });

  test('a change waits until it is reviewed or reverted, and again when this is undone', async () => {
    const id = eventId(4);
    const changed = [...forum, afterwards(photo.featured('p1', 'forum', 'rome'))];
    expect(await queueAfter(...changed)).toEqual({ change: [id] });
    const looked = [...changed, review.change(id, 'location', 'forum')];
    expect(await queueAfter(...looked)).toEqual({});
    expect(await queueAfter(...looked, review.changeAgain(id, 'location', 'forum'))).toEqual({
      change: [id],
    });
    const reverted = [...changed, withData(photo.featured('p0', 'forum', 'rome'), { reverts: id })];
    expect(await queueAfter(...reverted)).toEqual({});
    const back = withData(photo.featured('p1', 'forum', 'rome'), { reapplies: id });
    expect(await queueAfter(...reverted, back)).toEqual({ change: [id] });
  });

  test("a trusted person's city, place and edit are changes; reverting a place declines it", async () => {
    const trusted = [
      city.submitted('rome'),
      afterwards(city.approved('rome')),
      location.submitted('forum', 'rome'),
      afterwards(location.approved('forum', 'rome')),
      edit.proposed('e1', 'forum', 'rome', rename),
      afterwards(edit.approved('e1', 'forum', 'rome', rename)),
    ];
    expect(await queueAfter(...trusted)).toEqual({ change: [eventId(1), eventId(3), eventId(5)] });
    const reverted = [
      withData(location.reopened('forum', 'rome', ''), { reverts: eventId(3) }),
      location.rejected('forum', 'rome', 'No'),
    ];
    // Nobody sees the place, so nobody needs to review its edit.
    expect(await queueAfter(...trusted, ...reverted)).toEqual({ change: [eventId(1)] });
    const applied = [
      location.reopened('forum', 'rome', ''),
      withData(location.approved('forum', 'rome'), { reapplies: eventId(3) }),
    ];
    expect(await queueAfter(...trusted, ...reverted, ...applied)).toEqual({
      change: [eventId(1), eventId(3), eventId(5)],
    });
  });

  test('a submission is no longer a change after a moderator has decided it', async () => {
    const told = [
      ...forum.slice(0, 3),
      afterwards(location.approved('forum', 'rome')),
      location.reopened('forum', 'rome', ''),
    ];
    expect(await queueAfter(...told)).toEqual({ location: ['forum'] });
    expect(await queueAfter(...told, location.approved('forum', 'rome'))).toEqual({});
  });

  test('a place that applied at once stays a change when a moderator decides its city', async () => {
    const told = [
      ...forum.slice(0, 3),
      afterwards(location.approved('forum', 'rome')),
      city.reopened('rome', ''),
      city.approved('rome'),
    ];
    expect(await queueAfter(...told)).toEqual({ change: [eventId(3)] });
  });

  test('an edit that applied at once and waits again is no longer a change; other edits are', async () => {
    const told = ['e1', 'e2'].flatMap((id) => [
      edit.proposed(id, 'forum', 'rome', rename),
      afterwards(edit.approved(id, 'forum', 'rome', rename)),
    ]);
    const ids = { editId: 'e1', locationId: 'forum', cityId: 'rome' };
    const reopened = again('location-edit-reopened.v1', { ...ids, changes: {} });
    expect(await queueAfter(...forum, ...told, reopened)).toEqual({ edit: ['e1'], change: [eventId(7)] });
  });

  test('all reports on one item wait as one entry until they are answered, and after an undo', async () => {
    const made = (reason: string, actor: string) =>
      [report.made('location', 'forum', reason), { actor }] as const;
    const reported = [...forum, made('gone', 'ann'), made('wrong', 'bob')];
    expect(await queueAfter(...reported)).toEqual({ report: ['location-forum'] });
    const responded = [...reported, report.dismissed('location', 'forum')];
    expect(await queueAfter(...responded)).toEqual({});
    for (const [events, revision] of [
      [reported, 1],
      [responded, 2],
    ] as const) {
      await using then = await given(queue, ...events);
      expect(await then.get('reports', 'location-forum')).toMatchObject({ revision });
    }
    await using then = await given(queue, ...responded, report.reopened('location', 'forum'));
    expect(await waitingIn(then)).toEqual({ report: ['location-forum'] });
    expect(await then.get('reports', 'location-forum')).toMatchObject({
      open: { ann: 'gone', bob: 'wrong' },
      closed: {},
      revision: 3,
    });
    await using again = await given(
      queue,
      ...responded,
      made('other', 'ann'),
      report.reopened('location', 'forum'),
    );
    expect(await again.get('reports', 'location-forum')).toMatchObject({
      open: { ann: 'other', bob: 'wrong' },
      closed: {},
      submittedBy: null,
      since: timeAt(7),
      wentAt: 7,
      revision: 4,
    });
  });

  test('reports that wait again after an undo are in the city to which their place has moved meanwhile', async () => {
    const moved = location.edited('forum', 'rome', { cityId: { from: 'rome', to: 'oslo' } });
    const responded = [...forum, report.made('location', 'forum'), report.dismissed('location', 'forum')];
    const events = [...responded, city.submitted('oslo'), city.approved('oslo'), moved] as const;
    await using then = await given(queue, ...events, report.reopened('location', 'forum'));
    expect(await then.get('reports', 'location-forum')).toMatchObject({ state: 'waiting', cityId: 'oslo' });
  });

  test('reports wait for an answer even when the item is deleted', async () => {
    const told = [
      ...forum,
      photo.added('p1', 'forum'),
      report.made('photo', 'p1'),
      photo.deleted('p1', 'forum'),
    ];
    expect(await queueAfter(...told)).toEqual({ report: ['photo-p1'] });
    expect(await queueAfter(...told, city.deleted('rome'))).toEqual({ report: ['photo-p1'] });
  });
});

describe('in a city', () => {
  const reports = { report: everything.report };

  test('all items leave when it is deleted, and return when it is restored', async () => {
    const gone = [...full, city.deleted('rome')];
    expect(await queueAfter(...gone)).toEqual(reports);
    expect(await queueAfter(...gone, city.restored('rome', ''))).toEqual(everything);
  });

  test('all items leave when it is rejected, and return when it is approved', async () => {
    const waits = [...full, city.reopened('rome', '')];
    const { location: waiting, photo: photos } = everything;
    // The edit and the changes do not wait, because nobody sees their place.
    const whileItWaits = { city: ['rome'], location: waiting, photo: photos, ...reports };
    expect(await queueAfter(...waits)).toEqual(whileItWaits);
    const declined = [...waits, city.rejected('rome')];
    expect(await queueAfter(...declined)).toEqual(reports);
    expect(await queueAfter(...declined, city.reopened('rome', ''))).toEqual(whileItWaits);
    expect(await queueAfter(...waits, city.approved('rome'))).toEqual(everything);
    expect(await queueAfter(...declined, city.deleted('rome'), city.restored('rome', ''))).toEqual(reports);
  });

  test('decisions and new items made while it is hidden show when it is restored', async () => {
    const told = [
      ...full,
      city.deleted('rome'),
      edit.rejected('e1', 'forum', 'rome'),
      reviewedPhoto('p3', 'forum'),
      location.submitted('baths', 'rome'),
    ];
    expect(await queueAfter(...told)).toEqual(reports);
    expect(await queueAfter(...forum, city.deleted('rome'), reviewedPhoto('p1', 'forum'))).toEqual({});
    const { edit: _gone, ...rest } = everything;
    expect(await queueAfter(...told, city.restored('rome', ''))).toEqual({
      ...rest,
      location: ['garden', 'baths'],
      photo: ['p1', 'p2', 'p3'],
    });
  });

  test('an item that moves to another city leaves and stays with that city', async () => {
    const moves = [
      city.submitted('oslo'),
      city.approved('oslo'),
      location.edited('forum', 'rome', { cityId: { from: 'rome', to: 'oslo' } }),
    ];
    const { edit: edits, report: lines } = everything;
    const [ofCity, ofPlace] = [eventId(8), eventId(9)];
    const inOslo = { edit: edits, photo: ['p1'], change: [ofPlace], report: lines };
    expect(await queueAfter(...full, ...moves, city.deleted('rome'))).toEqual(inOslo);
    const inRome = { location: ['garden'], photo: ['p2'], change: [ofCity], report: lines };
    expect(await queueAfter(...full, ...moves, city.deleted('oslo'))).toEqual(inRome);
    expect(await queueAfter(...full, city.deleted('rome'), ...moves)).toEqual(inOslo);
  });

  test("its own submitter's places leave when it is withdrawn, and other people's places stay", async () => {
    const told = [
      [city.submitted('rome'), { actor: 'ann' }],
      [location.submitted('mine', 'rome'), { actor: 'ann' }],
      [location.submitted('other', 'rome'), { actor: 'bob' }],
      city.withdrawn('rome'),
    ] as const;
    expect(await queueAfter(...told)).toEqual({ location: ['other'] });
    const into = (id: string, from: string, to: string) =>
      location.edited(id, from, { cityId: { from, to } });
    const moves = [
      [city.submitted('oslo'), { actor: 'bob' }],
      into('mine', 'rome', 'oslo'),
      into('other', 'rome', 'oslo'),
      city.withdrawn('oslo'),
    ] as const;
    expect(await queueAfter(...told.slice(0, 3), ...moves)).toEqual({ city: ['rome'], location: ['mine'] });
  });
});

test('the waiting items of a place leave when it is deleted, declined or withdrawn', async () => {
  for (const [end, back] of [
    [location.deleted('forum', 'rome'), location.restored('forum', 'rome', '')],
    [location.rejected('forum', 'rome'), location.approved('forum', 'rome')],
    [location.withdrawn('forum', 'rome'), location.approved('forum', 'rome')],
  ] as const) {
    expect(await queueAfter(...full, end)).toEqual({
      location: ['garden'],
      photo: ['p2'],
      change: [eventId(8)],
      report: everything.report,
    });
    expect(await queueAfter(...full, end, back)).toEqual(everything);
  }
});

test('a photo of a waiting place leaves when the place is declined, and returns when it is sent in again', async () => {
  const told = [...forum, location.submitted('garden', 'rome'), reviewedPhoto('p1', 'garden')];
  const declined = [...told, location.rejected('garden', 'rome')];
  expect(await queueAfter(...declined)).toEqual({});
  const ids = { locationId: 'garden', cityId: 'rome' };
  const resubmitted = again('location-resubmitted.v1', { ...ids, changes: {} });
  expect(await queueAfter(...declined, resubmitted)).toEqual({ location: ['garden'], photo: ['p1'] });
});

test('events of a first-release cascade have no effect', async () => {
  const root = { actor: 'system', cascadeId: 'root' };
  const told: GivenEvent[] = [
    [location.deleted('forum', 'rome'), root],
    [photo.deleted('p1', 'forum'), root],
    [location.rejected('garden', 'rome', 'Too near'), root],
  ];
  expect(await queueAfter(...full, ...told)).toEqual(everything);
});

test('an entry records who brought it into the queue, who took it out, and when', async () => {
  const told = [...forum, [edit.proposed('e1', 'forum', 'rome', rename), { actor: 'bob' }]] as const;
  await using came = await given(queue, ...told);
  expect(await came.get('edits', 'e1')).toMatchObject({ cameAt: 5, wentAt: 0, turnedBy: 'bob' });
  const deleted = [location.deleted('forum', 'rome'), { actor: 'eve' }] as const;
  await using went = await given(queue, ...told, deleted);
  expect(await went.get('edits', 'e1')).toMatchObject({
    cameAt: 5,
    wentAt: 6,
    turnedBy: 'eve',
    state: 'hidden',
  });
  await using withdrawn = await given(queue, ...told, deleted, edit.withdrawn('e1', 'forum', 'rome'));
  expect(await withdrawn.get('edits', 'e1')).toMatchObject({ wentAt: 6, turnedBy: 'eve', state: null });
});

test('a second opinion can be requested for a waiting item, until it is decided', async () => {
  const asked = secondOpinion('edit', 'e1', 'location', 'forum');
  const told = [...forum, edit.proposed('e1', 'forum', 'rome', rename), asked] as const;
  const flagAfter = async (...more: readonly DomainEvent[]) => {
    await using then = await given(queue, ...told, ...more);
    return (await then.get<QueueEntry>('edits', 'e1'))?.secondOpinion;
  };
  expect(await flagAfter()).toBe(true);
  expect(await flagAfter(location.deleted('forum', 'rome'))).toBe(true);
  expect(await flagAfter(edit.rejected('e1', 'forum', 'rome'))).toBe(false);
  // An item that was already decided stays unflagged, and so does another item.
  expect(await flagAfter(edit.rejected('e1', 'forum', 'rome'), asked)).toBe(false);
  await using then = await given(queue, ...told);
  expect(await then.get('locations', 'forum')).toMatchObject({ secondOpinion: false });
});

describe('decisions of a day', () => {
  const minutes = (number: number) => number * 60_000;
  const daysAfter = async (...told: readonly GivenEvent[]) => {
    await using then = await given(queue, ...told);
    return await then.reader.find<QueueDay>('days', { limit: 9 });
  };
  const dayAfter = async (...told: readonly GivenEvent[]) => {
    const [day] = await daysAfter(...told);
    return day;
  };

  test('are counted by moderator, with the time that the items had waited', async () => {
    const eve = { actor: 'eve' };
    const day = await dayAfter(
      ...full,
      [location.approved('garden', 'rome'), eve],
      [edit.rejected('e1', 'forum', 'rome'), eve],
      [review.photo('p1', 'forum'), { actor: 'kim' }],
      [photo.deleted('p2', 'garden'), eve],
      [review.change(eventId(8), 'city', 'rome'), eve],
      [withData(photo.featured('p0', 'forum', 'rome'), { reverts: eventId(9) }), eve],
      [report.upheld('location', 'forum'), eve],
    );
    expect(day).toMatchObject({ decided: 9, decidedBy: { ann: 2, eve: 6, kim: 1 } });
    // Each event comes a minute after the previous one, and the longest wait is seven minutes.
    const longest = Math.max(...Object.keys(day?.waits ?? {}).map(Number));
    expect(1.02 ** longest).toBeGreaterThan(minutes(7) / 1.03);
    expect(1.02 ** longest).toBeLessThan(minutes(7) * 1.03);
  });

  test('include no own withdrawals and deletions, no items that did not wait, and none approved as they were submitted', async () => {
    const request = { correlationId: 'one request' };
    expect(
      await dayAfter(
        [city.submitted('rome'), request],
        [city.approved('rome'), request],
        [location.submitted('forum', 'rome'), request],
        [location.approved('forum', 'rome'), request],
        location.submitted('garden', 'rome'),
        location.withdrawn('garden', 'rome'),
        reviewedPhoto('p1', 'forum'),
        photo.deleted('p1', 'forum'),
        photo.added('p2', 'forum'),
        reviewedPhoto('p3', 'forum'),
        [photo.deleted('p2', 'forum'), { actor: 'eve' }],
        [location.rejected('forum', 'rome'), { actor: 'system', cascadeId: 'root' }],
        [photo.deleted('p3', 'forum'), { actor: 'system', cascadeId: 'root' }],
      ),
    ).toBeUndefined();
  });

  const ids = { locationId: 'forum', cityId: 'rome' };
  const everyKind = [...full, city.submitted('oslo')];
  const undone: readonly (readonly [string, decision: DomainEvent, undo: DomainEvent])[] = [
    ['a city', city.rejected('oslo'), city.reopened('oslo', '')],
    ['a location', location.rejected('garden', 'rome', 'No.'), location.reopened('garden', 'rome', '')],
    [
      'an edit',
      edit.rejected('e1', 'forum', 'rome'),
      again('location-edit-reopened.v1', { ...ids, editId: 'e1', changes: {} }),
    ],
    ['a photo', review.photo('p1', 'forum'), review.photoAgain('p1', 'forum')],
    ['a removed photo', photo.deleted('p1', 'forum'), photo.restored('p1', 'forum', '')],
    ['a change', review.change(eventId(8), 'city', 'rome'), review.changeAgain(eventId(8), 'city', 'rome')],
    [
      'a reverted change',
      withData(photo.featured('p0', 'forum', 'rome'), { reverts: eventId(9) }),
      withData(photo.featured('p1', 'forum', 'rome'), { reapplies: eventId(9) }),
    ],
    ['a report', report.upheld('location', 'forum'), report.reopened('location', 'forum')],
  ];
  test.each(undone)(
    'do not count after they are undone, and count once when made again: %s',
    async (_what, decision, undo) => {
      const eve = { actor: 'eve' };
      const none = await dayAfter(...everyKind);
      const one = await dayAfter(...everyKind, [decision, eve]);
      expect(one?.decidedBy).toEqual({ ...none?.decidedBy, eve: 1 });
      const taken = await dayAfter(...everyKind, [decision, eve], [undo, { actor: 'kim' }]);
      expect(taken).toEqual(none);
      const remade = await dayAfter(...everyKind, [decision, eve], [undo, { actor: 'kim' }], [decision, eve]);
      expect(remade?.decidedBy).toEqual(one?.decidedBy);
      expect(remade?.decided).toBe(one?.decided);
      // Every item that was decided had waited for the minute since the event before, the last one since the undo.
      expect(remade?.waits).toEqual({ [bucketOf(minutes(1))]: remade?.decided });
    },
  );

  test('do not include an approval in the request that sent the item in again', async () => {
    const request = { correlationId: 'one request' };
    const resubmitted = again('location-resubmitted.v1', { ...ids, changes: {} });
    const day = await dayAfter(
      ...[city.submitted('rome'), location.submitted('forum', 'rome')],
      [location.rejected('forum', 'rome'), { actor: 'eve' }],
      [resubmitted, request],
      [location.approved('forum', 'rome'), request],
    );
    expect(day?.decidedBy).toEqual({ eve: 1 });
  });

  test('do not count after an undo even if the item was edited in between', async () => {
    const eve = { actor: 'eve' };
    const decided = [...full, [location.rejected('garden', 'rome'), eve]] as const;
    const edited = location.edited('garden', 'rome', { name: { from: 'garden', to: 'Garden' } });
    const day = await dayAfter(...decided, edited, location.reopened('garden', 'rome', ''));
    expect(day).toEqual(await dayAfter(...full));
  });

  test('stay counted when the item returns for another reason, or on a later day', async () => {
    const told = [...full, review.photo('p1', 'forum')];
    const day = await dayAfter(...told);
    const captioned = [
      photo.described('p1', 'forum', { caption: 'New' }),
      [review.photoAgain('p1', 'forum'), { actor: 'ann' }],
    ] as const;
    expect(await dayAfter(...told, ...captioned)).toEqual(day);
    const more = await dayAfter(...told, ...captioned, [review.photo('p1', 'forum'), { actor: 'kim' }]);
    expect(more?.decided).toBe((day?.decided ?? 0) + 1);
    const tomorrow = { actor: 'kim', time: '2026-01-02T00:00:00.000Z' };
    expect(await daysAfter(...told, [review.photoAgain('p1', 'forum'), tomorrow])).toEqual([day]);
  });
});
