import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { fieldTexts } from '#contracts/texts';

import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { PasswordInput } from './password-input.tsx';

/** What became of it: refused without proof of the account, or anything else. */
export type Confirmation = 'refused' | 'settled';

interface ConfirmByPasswordProps {
  readonly onSend: (password: string) => Promise<Confirmation>;
}

/** Asks whoever is not signed in to the link's account for its password. */
export function ConfirmByPassword({ onSend }: ConfirmByPasswordProps) {
  const [isForgotten, setForgotten] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    if ((await onSend(password)) === 'refused')
      setError('password', { message: 'This is not the password of that account.' }, { shouldFocus: true });
  });

  if (isForgotten)
    return (
      <>
        <p className="text-md">We mail you a link to choose a new password. It confirms the address, too.</p>
        <ForgotForm back={{ label: 'Back', go: () => setForgotten(false) }} />
      </>
    );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field
        label="Password"
        required
        error={errors.password?.message}
        description="It shows that the account is yours."
      >
        {(ids) => (
          <PasswordInput
            {...ids}
            {...register('password', { required: fieldTexts.required('Password') })}
            autoComplete="current-password"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" pending={isSubmitting}>
        Confirm this address
      </Button>
      <button
        type="button"
        className="touch-target -my-1 self-center text-sm font-medium text-soft underline underline-offset-3 hover:text-ink"
        onClick={() => setForgotten(true)}
      >
        Password forgotten?
      </button>
    </form>
  );
}
