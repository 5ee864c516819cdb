import { Check, X } from 'lucide-react';

import type { QueueItem } from '#contracts/moderation/views';

import { Button } from '../../../ui/button.tsx';
import { kindWords, rowButtons } from '../desk/kind-words.ts';

export type OnItems = (items: readonly QueueItem[]) => void;

interface RowButtonsProps {
  readonly items: readonly QueueItem[];
  readonly name: string;
  readonly isChosen: boolean;
  readonly className: string;
  readonly onApprove: OnItems;
  readonly onReject: OnItems;
}

/** A button's title: the kind's own word for the action; undefined if it is the button's text. */
const otherThan = (text: string, description: string | undefined): string | undefined =>
  text === description ? undefined : description;

/**
 * Pale except on the chosen row and under the pointer. Ignores the second click of a double click, because by then the
 * next row is under the pointer.
 */
export function RowButtons({ items, name, isChosen, className, onApprove, onReject }: RowButtonsProps) {
  const [first] = items;
  const words = first && kindWords[first.kind];
  const once = (does: OnItems) => (event: React.MouseEvent) => {
    if (event.detail < 2) does(items);
  };
  return (
    <div className={`relative z-2 flex ${className}`}>
      <Button
        size="small"
        variant={isChosen ? 'danger' : 'quiet'}
        className="max-sm:min-h-11! max-sm:gap-1! max-sm:px-1!"
        title={otherThan(rowButtons.reject, words?.reject)}
        onClick={once(onReject)}
      >
        <X size={15} aria-hidden className="sm:hidden" />
        {rowButtons.reject}
        <span className="sr-only"> {name}</span>
      </Button>
      <Button
        size="small"
        variant={isChosen ? 'primary' : 'quiet'}
        className="max-sm:min-h-11! max-sm:gap-1! max-sm:px-1!"
        title={otherThan(rowButtons.approve, items.length > 1 ? words?.approveAll : words?.approve)}
        onClick={once(onApprove)}
      >
        <Check size={15} aria-hidden className="sm:hidden" />
        {rowButtons.approve}
        <span className="sr-only"> {name}</span>
      </Button>
    </div>
  );
}
