import type { QueueItem } from '#contracts/moderation/views';

import { Note } from './facts.tsx';
import { useVerdict } from './ghost.tsx';
import type { DecidedElsewhere } from './rows.ts';

/** Says in an item's dialog that somebody else has decided it. */
export function GoneNote({ item, gone }: { readonly item: QueueItem; readonly gone: DecidedElsewhere }) {
  const verdict = useVerdict(item, gone);
  return (
    <div role="status">
      <Note>{verdict}.</Note>
    </div>
  );
}
