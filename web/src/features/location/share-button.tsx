import { Share2 } from 'lucide-react';

import { pathOf } from '#contracts/screens';

import { toast } from '../../lib/toast.ts';
import { IconButton } from '../../ui/button.tsx';

/** Shares the location's address with the device's share sheet, or copies it if there is none. */
export function ShareButton({ id, name }: { readonly id: string; readonly name: string }) {
  const share = async () => {
    const url = window.location.origin + pathOf('location', id);
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title: name, url });
      await navigator.clipboard.writeText(url);
      toast({ title: 'Link copied' });
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (error instanceof Error && error.name === 'AbortError') return;
      toast({ title: 'This is the link', text: url, duration: 15_000 });
    }
  };
  return (
    <IconButton label={`Share ${name}`} title="Share" onClick={() => void share()}>
      <Share2 size={19} strokeWidth={1.9} aria-hidden />
    </IconButton>
  );
}
