import { Button } from '../../ui/button.tsx';

/** Says how many have arrived behind it; nothing moves until it is pressed, so it takes no room of its own. */
export function NewPill({ count, onReveal }: { readonly count: number; readonly onReveal: () => void }) {
  return (
    <div className="sticky top-20 z-20 flex h-0 justify-center">
      {count > 0 && (
        <Button
          size="small"
          className="-translate-y-1/2 animate-rise-in rounded-full! border-ink! bg-ink! text-paper! shadow-floating"
          onClick={onReveal}
        >
          {count} new
        </Button>
      )}
    </div>
  );
}
