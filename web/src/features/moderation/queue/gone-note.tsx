import type { QueueItem } from '#contracts/views/queue';

import { Note } from '../story/facts.tsx';
import { useVerdict } from './ghost.tsx';
import type { Gone } from './rows.ts';

/** In a dialog about an item: another hand has decided it. */
export function GoneNote({ item, gone }: { readonly item: QueueItem; readonly gone: Gone }) {
  const verdict = useVerdict(item, gone);
  return (
    <div role="status">
      <Note>{verdict}.</Note>
    </div>
  );
}
