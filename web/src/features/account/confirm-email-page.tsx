import * as z from 'zod/mini';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { ConfirmEmail } from '#contracts/account/commands';
import { pathOf } from '#contracts/screens';
import { errorTexts } from '#contracts/shared/texts';

import { useApiForm } from '../../lib/form/use-api-form.ts';
import { linkTokenIn } from '../../lib/link-token.ts';
import { isRefusal, messageOf } from '../../lib/session-calls.ts';
import { useRights, useViewer } from '../../lib/session.ts';
import { Form, FormError } from '../../ui/api-form.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useConfirmEmailMutation } from './api.ts';
import { LinkScreen } from './link-screen.tsx';
import { PasswordInput } from './password-input.tsx';
import { SendConfirmation } from './send-confirmation.tsx';

/**
 * The page of the link mailed to a new address. It confirms only on a press, because mail scanners open links too, and
 * only in the account that signed up with the address, or with its password.
 */
export function ConfirmEmailPage() {
  const { state } = useLocation() as { state: unknown };
  const [ending, setEnding] = useState<'done' | 'over' | null>(null);
  const token = linkTokenIn(state);
  if (ending === 'done') return <Confirmed />;
  if (token === null || ending === 'over') return <NotValid />;
  return (
    <LinkScreen
      title="Confirm your email address"
      text="You signed up with the address to which we mailed the link."
    >
      <Confirm token={token} onEnd={setEnding} />
      <p className="text-sm text-soft">If you did not sign up, leave this page: nothing happens then.</p>
    </LinkScreen>
  );
}

interface ConfirmProps {
  readonly token: string;
  readonly onEnd: (ending: 'done' | 'over') => void;
}

function Confirm({ token, onEnd }: ConfirmProps) {
  const { status, user } = useViewer();
  const [confirm, { isLoading }] = useConfirmEmailMutation();
  /** The signed-in person, if the server refused: the link is for another account. */
  const [stranger, setStranger] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const press = async (userId: string) => {
    setFailure(null);
    const { error } = await confirm({ token });
    if (!error) onEnd('done');
    else if (isRefusal(error, 'link-not-valid')) onEnd('over');
    else if (isRefusal(error, 'sign-in-to-confirm')) setStranger(userId);
    else setFailure(messageOf(error, 'Your address could not be confirmed'));
  };

  if (status === 'out' || (user !== null && user.id === stranger))
    return (
      <>
        {user !== null && (
          <p role="status" className="wrap-anywhere rounded-md bg-sunk px-4 py-3 text-sm">
            You are signed in as <strong className="font-semibold">{user.email}</strong>. This link is for
            another account.
          </p>
        )}
        <ConfirmByPassword token={token} onEnd={onEnd} />
      </>
    );
  return (
    <>
      {failure !== null && (
        <p role="alert" className="text-sm font-medium text-no">
          {failure}
        </p>
      )}
      <Button
        variant="primary"
        pending={isLoading || user === null}
        onClick={() => void (user !== null && press(user.id))}
      >
        Yes, it is mine
      </Button>
    </>
  );
}

function Confirmed() {
  const { status } = useViewer();
  return (
    <LinkScreen
      title="Your email address is confirmed"
      text="In your profile you can choose to hear by mail what becomes of what you send in."
    >
      <div role="status" className="flex flex-wrap gap-3">
        {status === 'in' && (
          <Link to={pathOf('profile')} replace className={buttonClass({ variant: 'primary' })}>
            To your profile
          </Link>
        )}
        <Link to={pathOf('home')} replace className={buttonClass()}>
          To the guide
        </Link>
      </div>
    </LinkScreen>
  );
}

function NotValid() {
  const { user } = useRights();
  return (
    <LinkScreen
      title="Confirm your email address"
      text={`${errorTexts['link-not-valid']} ${
        user === null ? 'Sign in to see in your profile whether your address is confirmed.' : ''
      }`}
    >
      <div className="flex flex-wrap gap-3">
        {user !== null && !user.emailConfirmed && <SendConfirmation variant="primary" size="medium" />}
        <Link to={pathOf(user === null ? 'home' : 'profile')} replace className={buttonClass()}>
          {user === null ? 'To the guide' : 'To your profile'}
        </Link>
      </div>
    </LinkScreen>
  );
}

const WithPassword = z.required(ConfirmEmail);
type WithPassword = z.infer<typeof WithPassword>;

interface ConfirmByPasswordProps {
  readonly token: string;
  readonly onEnd: (ending: 'done' | 'over') => void;
}

/** Asks visitors for the password of the link's account. */
function ConfirmByPassword({ token, onEnd }: ConfirmByPasswordProps) {
  const [confirm] = useConfirmEmailMutation();
  const form = useApiForm<WithPassword, WithPassword, unknown>({
    schema: WithPassword,
    defaultValues: { token, password: '' },
    signIn: 'none',
    send: (values) => confirm(values),
    onRefused: (error, { setError }) => {
      if (isRefusal(error, 'link-not-valid')) onEnd('over');
      else if (isRefusal(error, 'sign-in-to-confirm'))
        setError('password', { message: 'This is not the password of that account.' });
      else return false;
      return true;
    },
    failure: 'Your address could not be confirmed',
    failsInside: true,
    onSent: () => onEnd('done'),
  });

  return (
    <Form form={form}>
      <FormError form={form} />
      <Field
        label="Password"
        required
        error={form.formState.errors.password?.message}
        description="It shows that the account is yours."
      >
        {(ids) => <PasswordInput {...ids} {...form.register('password')} autoComplete="current-password" />}
      </Field>
      <Button type="submit" variant="primary" pending={form.isPending}>
        Confirm this address
      </Button>
    </Form>
  );
}
