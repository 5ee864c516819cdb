import { isUnauthorized, messageOf, relogin } from '../../lib/session-calls.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { useSendConfirmationMutation } from './api.ts';

/** A button that sends the confirmation mail once more. */
export function SendConfirmation(look: ButtonLook) {
  const [send, { isLoading, isSuccess, error }] = useSendConfirmationMutation();
  const press = async () => {
    const response = await send();
    if (isUnauthorized(response.error)) relogin();
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="small" {...look} pending={isLoading} onClick={() => void press()}>
        {isSuccess ? 'Send it once more' : 'Send the mail again'}
      </Button>
      <p role="status" className="text-sm text-soft empty:hidden">
        {isSuccess && 'A mail with a link is on its way. It works for 7 days.'}
      </p>
      {error && !isUnauthorized(error) && (
        <p role="alert" className="text-sm font-medium text-no">
          {messageOf(error, 'The mail could not be sent.')}
        </p>
      )}
    </div>
  );
}
