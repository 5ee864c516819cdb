import { useState } from 'react';

import { errorTexts } from '#contracts/shared/texts';
import type { Profile } from '#contracts/account/views';

import { Button } from '../../ui/button.tsx';
import { EraseDialog } from './erase-dialog.tsx';

interface EraseSectionProps {
  readonly profile: Profile;
  readonly onErased: () => void;
}

export function EraseSection({ profile, onErased }: EraseSectionProps) {
  const [open, setOpen] = useState(false);
  if (profile.isAdmin) return <p className="text-md">{errorTexts['administrator-stays']}</p>;
  return (
    <>
      <p className="text-md">
        Your name, email address, picture, password and sessions are removed. The places and photos that you
        shared stay, under ‘former member’.
      </p>
      <Button variant="danger" className="mt-5" onClick={() => setOpen(true)}>
        Erase my account
      </Button>
      <EraseDialog profile={profile} open={open} onOpenChange={setOpen} onErased={onErased} />
    </>
  );
}
