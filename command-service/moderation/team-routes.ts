import { operations } from '#contracts/api';
import { type Recorded, streamOf } from '#contracts/events';
import type { SecondOpinionEvent } from '#contracts/moderation/events';
import type { CreateNote, Note } from '#contracts/moderation/team-api';
import type { QueueDetail } from '#contracts/moderation/views';
import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import { positionHeaders } from '#contracts/shared/operation';
import type { Decider } from '#platform/commands/decider';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { type CommandContext, handleCommand } from '#platform/commands/handle-command';
import { nameBasedId } from '#platform/commands/name-based-id';
import type { ServiceRouter } from '#platform/http/context';
import { json } from '#platform/http/route';
import type { RecordStore } from '#platform/record-store/index';

import { loadCity } from '../city/commands.ts';
import { loadLocation } from '../location/load-location.ts';
import { loadPhoto } from '../photo/load-photo.ts';
import { respond, mountWrite, type RouteDeps } from '../shared/write-routes.ts';

interface Deps extends RouteDeps {
  readonly streams: FoldedStreams;
  readonly records: Pick<RecordStore, 'accounts' | 'moderatorNotes' | 'settings'>;
}

/**
 * The routes for data that moderators share. Reasons and notes are records and cause no event, so readers wait for the
 * log's current end.
 */
export function teamRoutes(router: ServiceRouter, deps: Deps): void {
  mountWrite(router, deps, operations.setReasons, async (ctx, { body }) => {
    await deps.records.settings.set('reasons', JSON.stringify(body.reasons));
    ctx.set(positionHeaders.event, String(await deps.head()));
    json(ctx, 200, body);
  });
  mountWrite(router, deps, operations.createNote, async (ctx, { body }, context) => {
    const note = await addNote(deps, body, context);
    const { entityType, entityId } = body;
    ctx.set('Location', `${operations.listNotes.path}?entityType=${entityType}&entityId=${entityId}`);
    ctx.set(positionHeaders.event, String(await deps.head()));
    json(ctx, 201, note);
  });
  mountWrite(
    router,
    deps,
    operations.askSecondOpinion,
    async (ctx, { params: { kind, id }, body }, context) => {
      const { views, streams, head } = deps;
      const find = async () => views.queueDetail(kind, id, await head());
      const note = async ({ item: { entityType, entityId } }: Pick<QueueDetail, 'item'>) => {
        await addNote(deps, { entityType, entityId, text: body.note }, context);
      };
      const position = await askSecondOpinion(streams, { find, note }, context);
      await respond(ctx, 200, { id, position }, (item, _viewer, reached) =>
        views.queueDetail(kind, item, reached),
      );
    },
  );
}

/** Adds a note and returns it. @throws Refusal */
async function addNote(deps: Deps, { text, ...entity }: CreateNote, context: CommandContext): Promise<Note> {
  const { userId, isAdmin } = context.actor;
  await requireEntity(deps, entity);
  if (entity.entityType === 'user' && entity.entityId === userId && !isAdmin) throw new Refusal('forbidden');
  const note = {
    id: nameBasedId('note', context.commandId),
    text,
    by: userId,
    createdAt: context.time.getTime(),
  };
  if (!(await deps.records.moderatorNotes.add(entity, note, limits.notesOnItem))) {
    throw new Refusal('too-many-notes');
  }
  const [by = { id: userId, name: '' }] = await deps.views.named([userId]);
  return { id: note.id, text, by, createdAt: context.time.toISOString() };
}

/**
 * Moderators can add notes to entities of any status, even deleted ones. @throws Refusal for an entity that never
 * existed
 */
async function requireEntity(
  { streams, records }: Deps,
  { entityType, entityId }: Pick<CreateNote, 'entityType' | 'entityId'>,
): Promise<void> {
  switch (entityType) {
    case 'city':
      if ((await loadCity(streams, entityId)) === undefined) throw new Refusal('city-not-found');
      return;
    case 'location':
      if ((await loadLocation(streams, entityId)).location === undefined)
        throw new Refusal('location-not-found');
      return;
    case 'photo':
      if ((await loadPhoto(streams, entityId)) === undefined) throw new Refusal('photo-not-found');
      return;
    case 'user':
      if ((await records.accounts.byId(entityId)) === undefined) throw new Refusal('person-not-found');
  }
}

/** What the reading side knows of the item; the item's id does not name its stream. */
type Asked = Pick<QueueDetail, 'item' | 'waits'>;

type State = Recorded<SecondOpinionEvent> | null;

/** An item is flagged once, until it is decided. */
const secondOpinionDecider: Decider<State, null, Asked, SecondOpinionEvent> = {
  initial: null,
  evolve: (_, event: Recorded<SecondOpinionEvent>) => event,
  decide: (_state, _command, _actor, { item: { kind, id: itemId, entityType, entityId, flags }, waits }) => {
    if (!waits) throw new Refusal('already-decided');
    if (flags.includes('second-opinion')) return [];
    return [{ type: 'second-opinion-asked.v1', data: { kind, itemId, entityType, entityId } }];
  },
};

/**
 * Flags an item for a colleague. `find` reads the current item; `note` runs before the append. Returns the position of
 * the flag's event.
 * @throws Refusal `already-decided`
 */
async function askSecondOpinion(
  streams: FoldedStreams,
  { find, note }: { readonly find: () => Promise<Asked>; readonly note: (asked: Asked) => Promise<void> },
  context: CommandContext,
): Promise<bigint> {
  const asked = await find();
  if (!asked.waits) throw new Refusal('already-decided');
  await note(asked);
  const { position } = await handleCommand(
    streams,
    secondOpinionDecider,
    streamOf.secondOpinion(asked.item.kind, asked.item.id),
    async () => ({ command: null, facts: await find() }),
    context,
  );
  return position;
}
