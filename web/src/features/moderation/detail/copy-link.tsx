import type { QueueItem } from '#contracts/moderation/views';
import { pathOf } from '#contracts/screens';

import { announce } from '../../../lib/announce.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { addressOf, nameInAddress } from '../review/filter.ts';
import type { Review } from '../review/use-review.ts';

/** Copies the desk's address with the present filters and this item, for a colleague. */
export function CopyLink({ item, review }: { readonly item: QueueItem; readonly review: Review }) {
  const copy = async () => {
    const query = addressOf(review.queue.filter, nameInAddress(item));
    const address = `${location.origin}${pathOf('queue')}?${query}`;
    try {
      await navigator.clipboard.writeText(address);
      announce('The link is copied');
      toast({ title: 'The link is copied', text: item.name });
    } catch {
      // Without the permission the address can still be copied by hand.
      toast({ title: 'The link to this item', text: address });
    }
  };
  return (
    <Button size="small" variant="quiet" onClick={() => void copy()}>
      Copy link
    </Button>
  );
}
