import { useId } from 'react';

import { pathOf } from '#contracts/screens';

import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';

interface ShareListProps {
  readonly sharedId: string | null;
  readonly pending: boolean;
  readonly onShare: (shared: boolean) => void;
}

/** Shares a list, shows the address to pass on, and stops sharing. */
export function ShareList({ sharedId, pending, onShare }: ShareListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 max-w-2xl print:hidden">
      <h2 id={id} className="text-2xl">
        Share
      </h2>
      <p className="mt-1.5 mb-4 text-md text-soft">
        {sharedId === null
          ? 'Whoever gets the address can read the list, and nobody else.'
          : 'Whoever has this address reads the list. Once you stop, the address never works again.'}
      </p>
      {sharedId === null ? (
        <Button pending={pending} onClick={() => onShare(true)}>
          Share this list
        </Button>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Address sharedId={sharedId} />
          <Button pending={pending} onClick={() => onShare(false)}>
            Stop sharing
          </Button>
        </div>
      )}
    </section>
  );
}

function Address({ sharedId }: { readonly sharedId: string }) {
  const url = window.location.origin + pathOf('sharedList', sharedId);
  return (
    <>
      <div className="min-w-0 flex-1 basis-72">
        <TextInput
          aria-label="Address of the list"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <Button onClick={() => void copyText(url, 'Link copied', 'This is the link')}>Copy</Button>
    </>
  );
}
