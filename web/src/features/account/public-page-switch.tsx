import { useState } from 'react';
import { Link } from 'react-router-dom';

import type { Profile } from '#contracts/account/views';
import { pathOf } from '#contracts/screens';

import { reportFailure } from '../../lib/session-calls.ts';
import { userKnown } from '../../lib/session.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { useChangeAccountMutation } from './profile-api.ts';

/** Turns the viewer's public page on and off, and links to it. */
export function PublicPageSwitch({ profile }: { readonly profile: Profile }) {
  const { id, publicName, publicPage } = profile;
  const dispatch = useAppDispatch();
  const [change, { isLoading }] = useChangeAccountMutation();
  // Shows the choice at once; a refused choice is reverted.
  const [isOn, setOn] = useState(publicPage);

  const choose = async (chosen: boolean) => {
    setOn(chosen);
    const answer = await change({ publicPage: chosen });
    if (answer.error) {
      setOn(!chosen);
      return reportFailure(answer.error, 'Your choice could not be saved');
    }
    dispatch(userKnown(answer.data));
    toast({ title: `Your public page is ${chosen ? 'on' : 'off'}` });
  };

  return (
    <div className="flex flex-col gap-4">
      <CheckBox
        label="Show a public page"
        description="It shows everybody your public name, since when you are here, and your photos and places that are public."
        checked={isOn}
        aria-busy={isLoading}
        onChange={(event) => void choose(event.target.checked)}
      />
      {publicName === null ? (
        <p className="text-md text-soft">There is no page without a public name.</p>
      ) : (
        publicPage && (
          <p className="text-md">
            <Link to={pathOf('contributor', id)} className="font-medium underline underline-offset-4">
              Your public page
            </Link>
          </p>
        )
      )}
    </div>
  );
}
