import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { EraseAccount } from '#contracts/commands/account';
import { fieldTexts, successTexts } from '#contracts/texts';
import type { Profile } from '#contracts/views/account';

import { isRefusal, leaveSession, reportFailure } from '../../app/session-calls.ts';
import { useAppDispatch } from '../../app/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { showFieldErrors } from '../edit/server-errors.ts';
import { PasswordInput } from './password-input.tsx';
import { useEraseAccountMutation } from './profile-api.ts';
import { SignInAgain } from './sign-in-again.tsx';

interface EraseDialogProps {
  readonly profile: Profile;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onErased: () => void;
}

/** Asks once more before the account is erased; also for the password, if the account has one. */
export function EraseDialog({ profile, open, onOpenChange, onErased }: EraseDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title="Erase your account?"
      description="This cannot be undone. Your personal data is removed, and you are signed out everywhere."
    >
      <EraseForm profile={profile} onErased={onErased} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface EraseFormProps {
  readonly profile: Profile;
  readonly onErased: () => void;
  readonly onCancel: () => void;
}

function EraseForm({ profile: { hasPassword, providers }, onErased, onCancel }: EraseFormProps) {
  const dispatch = useAppDispatch();
  const [erase] = useEraseAccountMutation();
  const [isOld, setOld] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm<EraseAccount>({
    resolver: zodResolver(EraseAccount),
  });
  const { errors, isSubmitting } = formState;
  const refuse = (message: string) => setError('password', { message }, { shouldFocus: true });

  const submit = handleSubmit(async (values) => {
    if (hasPassword && !values.password) return refuse(fieldTexts.required('Password'));
    const { error } = await erase(values);
    if (!error) {
      onErased();
      toast({ title: successTexts.accountErased });
      await dispatch(leaveSession());
    } else if (isRefusal(error, 'sign-in-again')) setOld(true);
    else if (isRefusal(error, 'wrong-password')) refuse(error.message);
    else if (!showFieldErrors<EraseAccount>(error, ['password'], setError))
      reportFailure(error, 'Your account could not be erased');
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {hasPassword && (
        <Field label="Password" required error={errors.password?.message}>
          {(ids) => (
            <PasswordInput
              {...ids}
              {...register('password', { setValueAs: (value: string) => value || undefined })}
              data-autofocus
              autoComplete="current-password"
            />
          )}
        </Field>
      )}
      {isOld && <SignInAgain providers={providers} />}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button
          {...(hasPassword ? {} : { 'data-autofocus': true })}
          disabled={isSubmitting}
          onClick={onCancel}
        >
          Cancel
        </Button>
        <Button type="submit" variant="danger" pending={isSubmitting} disabled={isOld}>
          Erase for good
        </Button>
      </div>
    </form>
  );
}
