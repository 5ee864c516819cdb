import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { errorTexts } from '#contracts/texts';

import { linkTokenIn } from '../../app/link-token.ts';
import { isRefusal, messageOf } from '../../app/session-calls.ts';
import { useViewer } from '../../app/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useConfirmEmailMutation } from './api.ts';
import { LinkScreen } from './link-screen.tsx';
import { SendConfirmation } from './send-confirmation.tsx';

/**
 * The page of the link that is mailed to a new address. It confirms only on a press, because mail scanners open links
 * too.
 */
export function ConfirmEmailPage() {
  const { state } = useLocation() as { state: unknown };
  const [confirm, { isLoading }] = useConfirmEmailMutation();
  const [ending, setEnding] = useState<'done' | 'over' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const token = linkTokenIn(state);

  const press = async (given: string) => {
    setFailure(null);
    const answer = await confirm({ token: given });
    if (!answer.error) setEnding('done');
    else if (isRefusal(answer.error, 'link-not-valid')) setEnding('over');
    else setFailure(messageOf(answer.error, 'Your address could not be confirmed'));
  };

  if (ending === 'done') return <Confirmed />;
  if (token === null || ending === 'over') return <NotValid />;
  return (
    <LinkScreen
      title="Confirm your email address"
      text="You signed up with the address to which we mailed the link."
    >
      {failure !== null && (
        <p role="alert" className="text-sm font-medium text-no">
          {failure}
        </p>
      )}
      <Button variant="primary" pending={isLoading} onClick={() => void press(token)}>
        Yes, it is mine
      </Button>
      <p className="text-sm text-soft">If you did not sign up, leave this page: nothing happens then.</p>
    </LinkScreen>
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
          <Link to="/profile" replace className={buttonClass({ variant: 'primary' })}>
            To your profile
          </Link>
        )}
        <Link to="/" replace className={buttonClass()}>
          To the guide
        </Link>
      </div>
    </LinkScreen>
  );
}

function NotValid() {
  const { user } = useViewer();
  return (
    <LinkScreen
      title="Confirm your email address"
      text={`${errorTexts['link-not-valid']} ${
        user === null ? 'Sign in to see in your profile whether your address is confirmed.' : ''
      }`}
    >
      {user !== null && !user.emailConfirmed && <SendConfirmation />}
      <Link to={user === null ? '/' : '/profile'} replace className={buttonClass()}>
        {user === null ? 'To the guide' : 'To your profile'}
      </Link>
    </LinkScreen>
  );
}
