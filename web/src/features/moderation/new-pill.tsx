import { Button } from '../../ui/button.tsx';

/** Says how many have arrived behind it; nothing moves until it is pressed. */
export function NewPill({ count, onReveal }: { readonly count: number; readonly onReveal: () => void }) {
  return (
    <div role="status" className="sticky top-20 z-20 flex justify-center">
      {count > 0 && (
        <Button
          size="small"
          className="mb-3 animate-rise-in rounded-full! border-ink! bg-ink! text-paper! shadow-floating"
          onClick={onReveal}
        >
          {count} new
        </Button>
      )}
    </div>
  );
}
