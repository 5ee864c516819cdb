import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { SetPassword } from '#contracts/commands/account';
import { limits } from '#contracts/limits';
import { fieldTexts, successTexts } from '#contracts/texts';
import type { Profile } from '#contracts/views/account';

import { isRefusal, reportFailure, startSession } from '../../app/session-calls.ts';
import { useAppDispatch } from '../../app/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { showFieldErrors } from '../edit/server-errors.ts';
import { PasswordInput } from './password-input.tsx';
import { useSetPasswordMutation } from './profile-api.ts';
import { SignInAgain } from './sign-in-again.tsx';

const fields = ['currentPassword', 'newPassword'] as const;
const empty = { newPassword: '' };

/** Changes a password, given the current one; or sets the first password soon after a sign-in. */
export function PasswordForm({ profile }: { readonly profile: Profile }) {
  const { hasPassword, email, providers } = profile;
  const dispatch = useAppDispatch();
  const [setPassword] = useSetPasswordMutation();
  const [isOld, setOld] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useForm<SetPassword>({
    resolver: zodResolver(SetPassword),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    if (hasPassword && !values.currentPassword) {
      setError(
        'currentPassword',
        { message: fieldTexts.required('Current password') },
        { shouldFocus: true },
      );
      return;
    }
    const answer = await setPassword(values);
    if (!answer.error) {
      await dispatch(startSession(answer.data));
      reset(empty);
      toast({ title: successTexts.passwordSet });
    } else if (isRefusal(answer.error, 'sign-in-again')) setOld(true);
    else if (isRefusal(answer.error, 'wrong-password'))
      setError('currentPassword', { message: answer.error.message }, { shouldFocus: true });
    else if (!showFieldErrors<SetPassword>(answer.error, fields, setError))
      reportFailure(answer.error, 'Your password could not be set');
  });

  if (isOld) return <SignInAgain providers={providers} />;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-4 sm:grid-cols-2">
        {hasPassword && (
          <Field label="Current password" required error={errors.currentPassword?.message}>
            {(ids) => (
              <PasswordInput
                {...ids}
                {...register('currentPassword', { setValueAs: (value: string) => value || undefined })}
                autoComplete="current-password"
              />
            )}
          </Field>
        )}
        <Field
          label="New password"
          required
          error={errors.newPassword?.message}
          description={`At least ${limits.passwordLeast} characters.`}
        >
          {(ids) => <PasswordInput {...ids} {...register('newPassword')} autoComplete="new-password" />}
        </Field>
      </div>
      <Button type="submit" variant="primary" className="self-start" pending={isSubmitting}>
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  );
}
