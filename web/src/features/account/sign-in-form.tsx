import { Login } from '#contracts/account/commands';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { useApiForm } from '../../lib/form/use-api-form.ts';
import { isApiError, messageOf, startSession } from '../../lib/session-calls.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { Form } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { useLoginMutation } from './api.ts';
import { PasswordInput } from './password-input.tsx';

interface SignInFormProps {
  readonly onSignedIn: () => void;
  /** The person has forgotten the password; gets the email typed so far. */
  readonly onForgotten: (email: string) => void;
}

export function SignInForm({ onSignedIn, onForgotten }: SignInFormProps) {
  const [login] = useLoginMutation();
  const dispatch = useAppDispatch();
  const form = useApiForm({
    schema: Login,
    defaultValues: { email: '', password: '' },
    signIn: 'none',
    send: (values) => login(values),
    failure: failureOf,
    onSent: async (answer) => {
      await dispatch(startSession(answer));
      toast({ title: successTexts.loggedIn });
      onSignedIn();
    },
  });
  const { errors } = form.formState;

  return (
    <Form form={form}>
      <Field label="Email" required error={errors.email?.message}>
        {(ids) => (
          <TextInput
            {...ids}
            {...form.register('email')}
            data-autofocus
            type="email"
            autoComplete="username"
            inputMode="email"
          />
        )}
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        {(ids) => <PasswordInput {...ids} {...form.register('password')} autoComplete="current-password" />}
      </Field>
      <Button type="submit" variant="primary" className="mt-1 w-full" pending={form.isPending}>
        Sign In
      </Button>
      <button
        type="button"
        className="touch-target -my-1 self-center text-sm font-medium text-soft underline underline-offset-3 hover:text-ink"
        onClick={() => onForgotten(form.getValues('email'))}
      >
        Password forgotten?
      </button>
    </Form>
  );
}

/**
 * A wrong email or password gets one sentence; other failures (no connection, 429, 5xx) get their own.
 */
function failureOf(error: unknown): { title: string; text: string } {
  const { title, text } = failureTexts.login;
  const elsewhere = isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);
  return { title, text: elsewhere ? messageOf(error, 'Please try again in a moment.') : text };
}
