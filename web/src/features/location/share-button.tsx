import { Share2 } from 'lucide-react';

import { pathOf } from '#contracts/screens';

import { copyText } from '../../lib/copy-text.ts';
import { IconButton } from '../../ui/button.tsx';

/** Shares the location's address with the device's share sheet, or copies it if there is none. */
export function ShareButton({ id, name }: { readonly id: string; readonly name: string }) {
  const share = async () => {
    const url = window.location.origin + pathOf('location', id);
    if (typeof navigator.share !== 'function') return copyText(url, 'Link copied', 'This is the link');
    try {
      await navigator.share({ title: name, url });
    } catch (error) {
      // Closing the share sheet is not a failure.
      if (!(error instanceof Error && error.name === 'AbortError'))
        await copyText(url, 'Link copied', 'This is the link');
    }
  };
  return (
    <IconButton label={`Share ${name}`} title="Share" onClick={() => void share()}>
      <Share2 size={19} strokeWidth={1.9} aria-hidden />
    </IconButton>
  );
}
