import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { ForgotPassword } from '#contracts/commands/account';

import { messageOf } from '../../app/session-calls.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { useForgotPasswordMutation } from './api.ts';

interface ForgotFormProps {
  /** An email that was already typed in another form. */
  readonly email?: string;
  /** The way back, shown beside the button. */
  readonly back?: { readonly label: string; readonly go: () => void };
}

/** Requests a mail with a link to choose a new password. It never reveals whether the address has an account. */
export function ForgotForm({ email = '', back }: ForgotFormProps) {
  const [ask] = useForgotPasswordMutation();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<ForgotPassword>({
    resolver: zodResolver(ForgotPassword),
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    const answer = await ask(values);
    if (answer.error) setFailure(messageOf(answer.error, 'Please try again in a moment.'));
    else setAskedFor(values.email);
  });

  const backButton = back && (
    <Button variant="quiet" onClick={back.go}>
      {back.label}
    </Button>
  );
  if (askedFor !== null)
    return (
      <div
        role="status"
        tabIndex={-1}
        // The field that had the focus has disappeared.
        ref={(element) => element?.focus()}
        className="flex flex-col items-start gap-4 outline-none"
      >
        <p className="wrap-anywhere">
          If <strong className="font-semibold">{askedFor}</strong> has an account, a mail with a link is on
          its way to it. The link works for 60 minutes.
        </p>
        <p className="text-sm text-soft">Nothing there after some minutes? Look into the folder for spam.</p>
        {backButton}
      </div>
    );
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
      {failure !== null && (
        <p role="alert" className="text-sm font-medium text-no">
          {failure}
        </p>
      )}
      <div className="mt-1 flex flex-wrap gap-3">
        <Button type="submit" variant="primary" className="grow" pending={isSubmitting}>
          Send me a link
        </Button>
        {backButton}
      </div>
    </form>
  );
}
