import { systemActor } from '#contracts/shared/event-metadata';
import type { QueueItem, QueueSubmitter } from '#contracts/moderation/views';
import { queueFlags, type QueueFlag } from '#contracts/moderation/words';

import { byId, distinct, type QueryContext } from '../../query-context.ts';
import { shownPicture, toPicture } from '../../shared/picture-view.ts';
import { nameOf } from '../../account/person-view.ts';
import { countsOf } from '../../account/person-counts.ts';
import { accountsOf } from '../../account/submitters.ts';
import type { QueuedItem } from './entries.ts';
import { duplicatesOf } from './duplicates.ts';
import { flags, type Lookup, type Flagged } from './flags.ts';
import type { Entities } from './entities.ts';
import { readSubjects, type Subject, type SubjectOf } from './subjects.ts';
import { signalsOf } from './signals.ts';
import { summaryOf, type Texts } from './summary.ts';

/** Queue items as moderators see them. Each kind of document is read in one query, however many items there are. */
export async function queueItems(
  lookup: Lookup,
  found: readonly QueuedItem[],
  subjects: Promise<SubjectOf> = readSubjects(lookup.context, found),
): Promise<QueueItem[]> {
  const { context, entities } = lookup;
  await entities.load(found);
  const [subjectOf, submitters, flagged, signals] = await Promise.all([
    subjects,
    readSubmitters(context, found),
    readFlags(lookup, found),
    signalsOf(context.models, found),
  ]);
  const repeated = await duplicatesOf(context, found, { same: flagged.get('duplicate'), subjectOf });
  return found.map((each): QueueItem => {
    const { kind, entry } = each;
    const subject = subjectOf(each);
    const { location, city, revision } = subject;
    const picture = subject.photo ?? location?.primaryPhoto;
    return {
      kind,
      id: entry.id,
      entityType: entry.entityType,
      entityId: entry.entityId,
      locationId: entry.locationId,
      name: (location ?? city)?.name ?? '',
      cityId: entry.cityId,
      cityName: (city ?? entities.city(entry.cityId))?.name ?? null,
      submittedAt: entry.submittedAt,
      submitter: submitters.get(entry.submittedBy ?? '') ?? null,
      thumbnailUrl: picture
        ? toPicture(picture).thumbnailUrl
        : city
          ? shownPicture(context, city.imageUrl)
          : null,
      photoCount: (location ?? city)?.photoCount ?? 0,
      revision,
      summary: summaryOf(each, textsOf(subject, entities)),
      description: kind === 'location' ? beginningOf(location?.description ?? '') : null,
      flags: queueFlags.filter((flag) => flagged.get(flag)?.has(entry.id) === true),
      signals: signals(entry),
      duplicates: repeated.get(entry.id) ?? [],
    };
  });
}

/** Enough for a row of the list; whole characters. */
const beginningOf = (text: string): string => [...text].slice(0, 200).join('');

/** What an item says of its own subject is as in that document; the names of others may be a moment older. */
const textsOf = ({ location, city, photo }: Subject, entities: Entities): Texts => ({
  location: (id) => (location?.id === id ? location : entities.location(id)),
  city: (id) => (city?.id === id ? city : entities.city(id)),
  ...(photo && { caption: photo.caption }),
});

/** The flagged items, by flag. */
async function readFlags(
  lookup: Lookup,
  found: readonly QueuedItem[],
): Promise<ReadonlyMap<QueueFlag, Flagged>> {
  const read = queueFlags.map(async (flag) => {
    const { kinds, find } = flags[flag];
    const asked = found.filter(({ kind }) => kinds.includes(kind));
    return [flag, asked.length === 0 ? none : await find(lookup, asked)] as const;
  });
  return new Map(await Promise.all(read));
}
const none: Flagged = new Map();

/** The submitters of the items, and how the submissions of each were decided. */
async function readSubmitters(
  context: QueryContext,
  found: readonly QueuedItem[],
): Promise<ReadonlyMap<string, QueueSubmitter>> {
  const ids = distinct(found.flatMap(({ entry }) => entry.submittedBy ?? [])).filter(
    (id) => id !== systemActor,
  );
  const [accounts, numbersOf] = await Promise.all([accountsOf(context, ids), countsOf(context, ids)]);
  return byId(
    ids.map((id): QueueSubmitter => {
      const { approved = 0, declined = 0 } = numbersOf.get(id) ?? {};
      const account = accounts.get(id);
      const trusted = account?.standing.trusted === true;
      return { id, name: nameOf(account), approved, declined, isNew: approved === 0, trusted };
    }),
  );
}
