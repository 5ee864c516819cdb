import { useState } from 'react';
import * as z from 'zod/mini';

import { ConfirmEmail } from '#contracts/account/commands';

import { useApiForm } from '../../lib/form/use-api-form.ts';
import { isRefusal } from '../../lib/session-calls.ts';
import { Form, FormError } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useConfirmEmailMutation } from './api.ts';
import { ForgotForm } from './forgot-form.tsx';
import { PasswordInput } from './password-input.tsx';

const WithPassword = z.required(ConfirmEmail);
type WithPassword = z.infer<typeof WithPassword>;

interface ConfirmByPasswordProps {
  readonly token: string;
  readonly onEnd: (ending: 'done' | 'over') => void;
}

/** Asks whoever is not signed in to the link's account for its password. */
export function ConfirmByPassword({ token, onEnd }: ConfirmByPasswordProps) {
  const [isForgotten, setForgotten] = useState(false);
  const [confirm] = useConfirmEmailMutation();
  const form = useApiForm<WithPassword, WithPassword, unknown>({
    schema: WithPassword,
    defaultValues: { token, password: '' },
    signIn: 'none',
    send: (values) => confirm(values),
    onRefused: (error, { setError }) => {
      if (isRefusal(error, 'link-not-valid')) onEnd('over');
      else if (isRefusal(error, 'sign-in-to-confirm'))
        setError('password', { message: 'This is not the password of that account.' }, { shouldFocus: true });
      else return false;
      return true;
    },
    failure: 'Your address could not be confirmed',
    failsInside: true,
    onSent: () => onEnd('done'),
  });

  if (isForgotten)
    return (
      <>
        <p className="text-md">We mail you a link to choose a new password. It confirms the address, too.</p>
        <ForgotForm back={{ label: 'Back', go: () => setForgotten(false) }} />
      </>
    );
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
      <button
        type="button"
        className="touch-target -my-1 self-center text-sm font-medium text-soft underline underline-offset-3 hover:text-ink"
        onClick={() => setForgotten(true)}
      >
        Password forgotten?
      </button>
    </Form>
  );
}
