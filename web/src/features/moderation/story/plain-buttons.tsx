import { Button } from '../../../ui/button.tsx';
import { kindWords } from '../desk/kind-words.ts';
import type { StoryProps } from './story-props.ts';

/** No and yes, in the words of the item's kind. */
export function PlainButtons({ item, review }: StoryProps) {
  const { approve, reject } = kindWords[item.kind];
  return (
    <>
      <Button size="small" onClick={() => review.askReason([item], 'story')}>
        {reject}
      </Button>
      <Button size="small" onClick={() => review.settle(item, { decision: 'approve' })}>
        {approve}
      </Button>
    </>
  );
}
