import { nouns } from '../../ui/words.ts';

import { NewPill } from './new-pill.tsx';
import { QueueHead } from './queue-head.tsx';
import { QueueRowView } from './queue-row.tsx';
import type { Queue } from './use-queue.ts';
import type { Review } from './use-review.ts';

export interface QueueListProps {
  readonly queue: Queue;
  readonly review: Review;
  /** Milliseconds. */
  readonly now: number;
  /** A story opens over the list, for want of room beside it. */
  readonly opensStory: boolean;
}

/** The rows of a queue; while somebody is at them, what arrives waits behind the pill. */
export function QueueList({ queue, review, now, opensStory }: QueueListProps) {
  const { kind, state, act } = queue;
  const { choice, approve, askReason } = review;
  const reveal = () => {
    const [first] = state.held;
    act({ type: 'revealed' });
    if (first) choice.focus(first.id);
  };
  return (
    <div>
      <NewPill count={state.held.length} onReveal={reveal} />
      <QueueHead
        state={state}
        now={now}
        choice={choice}
        onApprove={() => approve(choice.selected)}
        onReject={() => askReason(choice.selected)}
      />
      <ul
        aria-label={`Pending ${nouns[kind].many}`}
        className="flex flex-col gap-3"
        onPointerEnter={() => act({ type: 'pointed', on: true })}
        onPointerLeave={() => act({ type: 'pointed', on: false })}
        onFocus={() => act({ type: 'focused', on: true })}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) act({ type: 'focused', on: false });
        }}
      >
        {state.rows.map(({ item, gone }) => (
          <QueueRowView
            key={item.id}
            item={item}
            gone={gone}
            now={now}
            isChosen={item.id === choice.chosen?.id}
            isSelected={choice.selected.includes(item)}
            onChoose={() => {
              choice.choose(item.id);
              if (opensStory) review.show('story');
            }}
            onSelect={(on) => choice.select([item.id], on)}
            onApprove={() => approve([item])}
            onReject={() => askReason([item])}
          />
        ))}
      </ul>
    </div>
  );
}
