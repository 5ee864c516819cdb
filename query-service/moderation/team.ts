import { Refusal } from '#contracts/shared/errors';
import type { Viewer } from '#contracts/shared/parse';
import { usualReasons, type notable } from '#contracts/moderation/words';
import type { Note, Reasons } from '#contracts/moderation/team-api';

import type { QueryResponse } from '#platform/queries/query-response';
import { accountsOf, actorOf } from '../account/person-view.ts';
import type { QueryContext } from '../query-context.ts';

/** The reasons for declining that the administrator set, or the default ones. */
export async function getReasons({ records }: QueryContext): Promise<QueryResponse> {
  const stored = await records.settings.get('reasons');
  // The cast: only checked lists are stored.
  const reasons =
    stored === undefined ? usualReasons.map(({ text }) => text) : (JSON.parse(stored) as string[]);
  const body: Reasons = { reasons };
  return { body, tags: [] };
}

/** Moderators' notes on something, oldest first. @throws Refusal `forbidden` for a moderator's own account */
export async function listNotes(
  context: QueryContext,
  entity: { readonly entityType: (typeof notable)[number]; readonly entityId: string },
  viewer: Viewer,
): Promise<QueryResponse> {
  const isOwn = entity.entityType === 'user' && entity.entityId === viewer?.userId;
  if (isOwn && !viewer.isAdmin) throw new Refusal('forbidden');
  const notes = await context.records.moderatorNotes.of(entity);
  const accounts = await accountsOf(
    context,
    notes.map(({ by }) => by),
  );
  const body = notes.map(({ id, text, by, createdAt }): Note => ({
    id,
    text,
    by: actorOf(by, accounts),
    createdAt: new Date(createdAt).toISOString(),
  }));
  return { body, total: String(body.length), tags: [] };
}
