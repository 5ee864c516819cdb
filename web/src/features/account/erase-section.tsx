import { useState } from 'react';

import { EraseAccount } from '#contracts/account/commands';
import type { Profile } from '#contracts/account/views';
import { errorTexts, successTexts } from '#contracts/shared/texts';

import { useApiForm } from '../../lib/form/use-api-form.ts';
import { isRefusal, leaveSession } from '../../lib/session-calls.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { Form, FormButtons } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from './password-input.tsx';
import { useEraseAccountMutation } from './profile-api.ts';
import { SignInAgain } from './provider-buttons.tsx';

interface EraseSectionProps {
  readonly profile: Profile;
  readonly onErased: () => void;
}

export function EraseSection({ profile, onErased }: EraseSectionProps) {
  const [open, setOpen] = useState(false);
  if (profile.isAdmin) return <p className="text-md">{errorTexts['administrator-stays']}</p>;
  return (
    <>
      <p className="text-md">
        Your name, email address, picture, password and sessions are removed. The places and photos that you
        shared stay, under ‘former member’.
      </p>
      <Button variant="danger" className="mt-5" onClick={() => setOpen(true)}>
        Erase my account
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="small"
        title="Erase your account?"
        description="This cannot be undone. Your personal data is removed, and you are signed out everywhere."
      >
        <EraseForm profile={profile} onErased={onErased} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface EraseFormProps extends EraseSectionProps {
  readonly onCancel: () => void;
}

/** Asks for the password, if the account has one. */
function EraseForm({ profile: { hasPassword, providers }, onErased, onCancel }: EraseFormProps) {
  const dispatch = useAppDispatch();
  const [erase] = useEraseAccountMutation();
  const [isOld, setOld] = useState(false);
  const form = useApiForm<EraseAccount, EraseAccount, null>({
    schema: EraseAccount,
    defaultValues: hasPassword ? { password: '' } : {},
    send: (values) => erase(values),
    onRefused: (error, { setError }) => {
      if (isRefusal(error, 'wrong-password')) setError('password', { message: error.message });
      else if (isRefusal(error, 'sign-in-again')) setOld(true);
      else return false;
      return true;
    },
    failure: 'Your account could not be erased',
    onSent: async () => {
      onErased();
      toast({ title: successTexts.accountErased });
      await dispatch(leaveSession());
    },
  });
  const { errors } = form.formState;

  return (
    <Form form={form} className="gap-5">
      {hasPassword && (
        <Field label="Password" required error={errors.password?.message}>
          {(ids) => (
            <PasswordInput
              {...ids}
              {...form.register('password')}
              data-autofocus
              autoComplete="current-password"
            />
          )}
        </Field>
      )}
      {isOld && <SignInAgain providers={providers} />}
      <FormButtons
        form={form}
        submitLabel="Erase for good"
        danger
        unchanged={isOld}
        cancelFirst={!hasPassword}
        onCancel={onCancel}
      />
    </Form>
  );
}
