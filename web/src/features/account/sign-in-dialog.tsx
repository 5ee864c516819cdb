import { useLayoutEffect, useRef, useState } from 'react';

import { brand } from '#contracts/shared/texts';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { Dialog, type Openable } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** Sign in or sign up, by email or with a provider. It closes once somebody is signed in. */
export function SignInDialog({ open, onOpenChange }: Openable) {
  const [tab, setTab] = useState<'in' | 'up'>('in');
  /** The email typed so far, once the person has said that the password is forgotten. */
  const [forgotten, setForgotten] = useState<string | null>(null);
  // Whether mail is set up, known before the person asks for it.
  const { data: about } = useGetAboutQuery(undefined, { skip: !open });
  const change = (isOpen: boolean) => {
    if (!isOpen) setForgotten(null);
    onOpenChange(isOpen);
  };
  const close = () => change(false);
  // One form replaces the other, and the field that had the focus disappears with it.
  const isOther = useRef(false);
  useLayoutEffect(() => {
    if (isOther.current) document.querySelector<HTMLElement>('[role="dialog"] [data-autofocus]')?.focus();
    isOther.current = open;
  }, [open, forgotten]);
  const shared = { open, onOpenChange: change, size: 'small' } as const;
  if (forgotten !== null)
    return (
      <Dialog
        {...shared}
        title="Password forgotten?"
        {...(about?.sendsMail !== false && { description: 'We mail you a link to choose a new one.' })}
      >
        <ForgotForm email={forgotten} back={{ label: 'Back to sign in', go: () => setForgotten(null) }} />
      </Dialog>
    );
  return (
    <Dialog
      {...shared}
      title={tab === 'in' ? 'Welcome back' : `Join ${brand.name}`}
      description={
        tab === 'in'
          ? 'Sign in to add places and share your photos.'
          : 'Add the places you know, and the hour to be there.'
      }
    >
      <Tabs
        label="Sign in or sign up"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'in',
            label: 'Sign In',
            content: <SignInForm onSignedIn={close} onForgotten={setForgotten} />,
          },
          { value: 'up', label: 'Sign Up', content: <SignUpForm onSignedIn={close} /> },
        ]}
      />
      <p className="my-5 flex items-center gap-3 text-xs text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or continue with
      </p>
      <ProviderButtons />
    </Dialog>
  );
}
