import { useId, useState } from 'react';
import { Link } from 'react-router-dom';

import { pathOf } from '#contracts/screens';
import { successTexts } from '#contracts/shared/texts';
import type { Notify } from '#contracts/shared/account-words';
import type { ChangeAccount } from '#contracts/account/commands';
import type { Profile } from '#contracts/account/views';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { reportFailure } from '../../lib/session-calls.ts';
import { userKnown } from '../../lib/session.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { useChangeAccountMutation } from './profile-api.ts';
import { SendConfirmation } from './send-confirmation.tsx';

const choices: readonly { readonly value: Notify; readonly label: string; readonly text: string }[] = [
  { value: 'off', label: 'No mail', text: 'You find every decision in My submissions.' },
  { value: 'daily', label: 'Once a day', text: 'All decisions of a day in one mail, at 8:00 UTC.' },
  { value: 'each', label: 'For each decision', text: 'Within half a minute.' },
];

/** A setting of the viewer's account: it shows at once, and a refused change is reverted. */
function useChoice<T>(saved: T, changeTo: (chosen: T) => ChangeAccount, told: (chosen: T) => string) {
  const dispatch = useAppDispatch();
  const [change, { isLoading }] = useChangeAccountMutation();
  const [chosen, setChosen] = useState(saved);
  const choose = async (wanted: T) => {
    setChosen(wanted);
    const response = await change(changeTo(wanted));
    if (response.error) {
      setChosen(chosen);
      return reportFailure(response.error, 'Your choice could not be saved');
    }
    dispatch(userKnown(response.data));
    toast({ title: told(wanted) });
  };
  return { chosen, isLoading, choose: (wanted: T) => void choose(wanted) };
}

/**
 * The mails about decisions that the person gets, and whether the address is confirmed; an unconfirmed address gets
 * none.
 */
export function MailForm({ profile }: { readonly profile: Profile }) {
  const { data: about } = useGetAboutQuery();
  const name = useId();
  const { chosen, isLoading, choose } = useChoice(
    profile.notify,
    (notify) => ({ notify }),
    () => successTexts.notifyChanged,
  );
  if (about?.sendsMail === false)
    return (
      <p className="text-md text-soft">Mail is not set up here. You find every decision in My submissions.</p>
    );
  return (
    <div className="flex flex-col gap-6">
      <Address profile={profile} />
      <fieldset aria-busy={isLoading} className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-semibold">Mail about decisions</legend>
        {choices.map(({ value, label, text }) => (
          <CheckBox
            key={value}
            isRadio
            name={name}
            label={label}
            description={text}
            checked={chosen === value}
            onChange={() => choose(value)}
          />
        ))}
      </fieldset>
    </div>
  );
}

function Address({ profile: { email, emailConfirmed } }: { readonly profile: Profile }) {
  if (emailConfirmed)
    return (
      <p className="text-md wrap-anywhere">
        <span className="font-medium">{email}</span> <span className="text-ok">is confirmed.</span>
      </p>
    );
  return (
    <div className="flex flex-col gap-3 rounded-md bg-pending-ground px-4 py-3.5">
      <p className="text-md wrap-anywhere">
        <span className="font-medium">{email}</span> is not confirmed yet. Until it is, you get no mail about
        decisions: press the link that we mailed you.
      </p>
      <SendConfirmation />
    </div>
  );
}

/** Turns the viewer's public page on and off, and links to it. */
export function PublicPageSwitch({ profile }: { readonly profile: Profile }) {
  const { id, publicName, publicPage } = profile;
  const { chosen, isLoading, choose } = useChoice(
    publicPage,
    (isOn) => ({ publicPage: isOn }),
    (isOn) => `Your public page is ${isOn ? 'on' : 'off'}`,
  );
  return (
    <div className="flex flex-col gap-4">
      <CheckBox
        label="Show a public page"
        description="It shows everybody your public name, since when you are here, and your photos and places that are public."
        checked={chosen}
        aria-busy={isLoading}
        onChange={(event) => choose(event.target.checked)}
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
