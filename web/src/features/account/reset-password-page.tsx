import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';

import { ResetPassword } from '#contracts/commands/account';
import { limits } from '#contracts/limits';
import { errorTexts, successTexts } from '#contracts/texts';

import { linkTokenIn } from '../../app/link-token.ts';
import { isRefusal, messageOf, startSession } from '../../app/session-calls.ts';
import { useAppDispatch } from '../../app/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { showFieldErrors } from '../edit/server-errors.ts';
import { useResetPasswordMutation } from './api.ts';
import { ForgotForm } from './forgot-form.tsx';
import { LinkScreen } from './link-screen.tsx';
import { PasswordInput } from './password-input.tsx';

/** The page of the mailed link for a new password. */
export function ResetPasswordPage() {
  const { state } = useLocation() as { state: unknown };
  const [isOver, setOver] = useState(false);
  const token = linkTokenIn(state);
  if (token === null || isOver)
    return (
      <LinkScreen
        title="Choose a new password"
        text={`${errorTexts['link-not-valid']} It works once, for 60 minutes. You can ask for another one.`}
      >
        <ForgotForm />
      </LinkScreen>
    );
  return (
    <LinkScreen title="Choose a new password" text="It signs you in here, and out everywhere else.">
      <NewPasswordForm token={token} onOver={() => setOver(true)} />
    </LinkScreen>
  );
}

interface NewPasswordFormProps {
  readonly token: string;
  readonly onOver: () => void;
}

function NewPasswordForm({ token, onOver }: NewPasswordFormProps) {
  const [resetPassword] = useResetPasswordMutation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm<ResetPassword>({
    resolver: zodResolver(ResetPassword),
    defaultValues: { token, password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    const answer = await resetPassword(values);
    if (!answer.error) {
      await dispatch(startSession(answer.data));
      toast({ title: successTexts.passwordSet });
      await navigate('/', { replace: true });
    } else if (isRefusal(answer.error, 'link-not-valid')) onOver();
    else if (!showFieldErrors<ResetPassword>(answer.error, ['password'], setError))
      setFailure(messageOf(answer.error, 'Your password could not be set'));
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field
        label="New password"
        required
        error={errors.password?.message}
        description={`At least ${limits.passwordLeast} characters.`}
      >
        {(ids) => <PasswordInput {...ids} {...register('password')} autoComplete="new-password" />}
      </Field>
      {failure !== null && (
        <p role="alert" className="text-sm font-medium text-no">
          {failure}
        </p>
      )}
      <Button type="submit" variant="primary" pending={isSubmitting}>
        Set password
      </Button>
    </form>
  );
}
