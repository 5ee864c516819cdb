import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';

import { Login } from '#contracts/commands/account';
import { failureTexts, successTexts } from '#contracts/texts';

import { isApiError, messageOf, startSession } from '../../app/session-calls.ts';
import { useAppDispatch } from '../../app/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
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
  const { register, handleSubmit, getValues, formState } = useForm<Login>({
    resolver: zodResolver(Login),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    const answer = await login(values);
    if (answer.error) return toast({ ...failureOf(answer.error), variant: 'destructive' });
    await dispatch(startSession(answer.data));
    toast({ title: successTexts.loggedIn });
    onSignedIn();
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label="Email" required error={errors.email?.message}>
        {(ids) => (
          <TextInput
            {...ids}
            {...register('email')}
            data-autofocus
            type="email"
            autoComplete="username"
            inputMode="email"
          />
        )}
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        {(ids) => <PasswordInput {...ids} {...register('password')} autoComplete="current-password" />}
      </Field>
      <Button type="submit" variant="primary" className="mt-1 w-full" pending={isSubmitting}>
        Sign In
      </Button>
      <button
        type="button"
        className="touch-target -my-1 self-center text-sm font-medium text-soft underline underline-offset-3 hover:text-ink"
        onClick={() => onForgotten(getValues('email'))}
      >
        Password forgotten?
      </button>
    </form>
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
