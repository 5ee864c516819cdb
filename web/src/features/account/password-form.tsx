import { useState } from 'react';

import { SetPassword } from '#contracts/account/commands';
import type { Profile } from '#contracts/account/views';
import { successTexts } from '#contracts/shared/texts';

import { useApiForm } from '../../lib/form/use-api-form.ts';
import { isRefusal, startSession } from '../../lib/session-calls.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { Form, FormButtons } from '../../ui/api-form.tsx';
import { Field } from '../../ui/field.tsx';
import { NewPasswordField, PasswordInput } from './password-input.tsx';
import { useSetPasswordMutation } from './profile-api.ts';
import { SignInAgain } from './provider-buttons.tsx';

/** The empty form; it asks for the current password if the account has one. */
const emptyFor = ({ hasPassword }: Profile): SetPassword => ({
  ...(hasPassword && { currentPassword: '' }),
  newPassword: '',
});

/** Changes a password, given the current one; or sets the first password soon after a sign-in. */
export function PasswordForm({ profile }: { readonly profile: Profile }) {
  const { hasPassword, email, providers } = profile;
  const dispatch = useAppDispatch();
  const [setPassword] = useSetPasswordMutation();
  const [isOld, setOld] = useState(false);
  const form = useApiForm({
    schema: SetPassword,
    defaultValues: emptyFor(profile),
    send: (values) => setPassword(values),
    onRefused: (error, { setError }) => {
      if (isRefusal(error, 'wrong-password')) setError('currentPassword', { message: error.message });
      else if (isRefusal(error, 'sign-in-again')) setOld(true);
      else return false;
      return true;
    },
    failure: 'Your password could not be set',
    onSent: async (response) => {
      await dispatch(startSession(response));
      toast({ title: successTexts.passwordSet });
      return emptyFor({ ...profile, hasPassword: true });
    },
  });
  const { register } = form;
  const { errors } = form.formState;

  if (isOld) return <SignInAgain providers={providers} />;
  return (
    <Form form={form} className="gap-5">
      {/* Tells a password manager which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-4 sm:grid-cols-2">
        {hasPassword && (
          <Field label="Current password" required error={errors.currentPassword?.message}>
            {(ids) => (
              <PasswordInput {...ids} {...register('currentPassword')} autoComplete="current-password" />
            )}
          </Field>
        )}
        <NewPasswordField
          label="New password"
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
      </div>
      <FormButtons form={form} submitLabel={hasPassword ? 'Change password' : 'Set password'} />
    </Form>
  );
}
