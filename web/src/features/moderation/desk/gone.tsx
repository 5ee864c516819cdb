import type { QueueItem } from '#contracts/moderation/views';

import { useRights } from '../../../lib/session.ts';
import { useListActivityQuery } from './desk-api.ts';
import { actionText } from './event-words.ts';
import { Note } from './parts.tsx';
import type { DecidedElsewhere } from './rows.ts';

interface GhostProps {
  readonly item: QueueItem;
  readonly gone: DecidedElsewhere;
}

/** Replaces a row's buttons: says who decided the item, and how. */
export function Ghost({ item, gone }: GhostProps) {
  const said = useVerdict(item, gone);
  return (
    <p className="col-span-3 truncate pb-2 pl-3 text-sm text-soft sm:col-span-1 sm:max-w-64 sm:p-0">{said}</p>
  );
}

/** The events that take an item out of the queue. */
const ends = /(approved|rejected|withdrawn|reviewed|deleted|upheld|dismissed|edited|featured)$/;

/** 'Approved by Mia Tester'; or 'Decided by Mia Tester' until the decision is known. */
function useVerdict(item: QueueItem, gone: DecidedElsewhere): string {
  const { user } = useRights();
  const { entityType, entityId } = item;
  const { data } = useListActivityQuery({ entityType, entityId, limit: 10 });
  // While disconnected, the page gets no message about who decided; the activity log knows it.
  const deed = data?.find(
    ({ actor, type }) => ends.test(type) && (gone.by === null || actor.id === gone.by.id),
  );
  const by = gone.by ?? deed?.actor ?? null;
  if (by === null) return 'Decided or withdrawn elsewhere';
  const name = by.id === user?.id ? 'you' : by.name;
  const word = deed === undefined ? 'decided' : (actionText(deed.type) ?? 'decided');
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} by ${name}`;
}

/** 'Old Mill: approved by Mia Tester.' */
export function VerdictLine({ item, gone }: GhostProps) {
  const verdict = useVerdict(item, gone);
  return (
    <p className="inline">
      <span className="font-semibold">{item.name}</span>: {verdict.charAt(0).toLowerCase()}
      {verdict.slice(1)}.
    </p>
  );
}

/** Says in an item's dialog that another person has decided the item. */
export function GoneNote({ item, gone }: GhostProps) {
  const verdict = useVerdict(item, gone);
  return (
    <div role="status">
      <Note>{verdict}.</Note>
    </div>
  );
}
