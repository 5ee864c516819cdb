import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { ResetPassword } from '#contracts/account/commands';
import { errorTexts, successTexts } from '#contracts/shared/texts';
import { pathOf } from '#contracts/screens';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { useApiForm } from '../../lib/form/use-api-form.ts';
import { linkTokenIn } from '../../lib/link-token.ts';
import { isRefusal, startSession } from '../../lib/session-calls.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { Form, FormError } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { useResetPasswordMutation } from './api.ts';
import { ForgotForm } from './forgot-form.tsx';
import { LinkScreen } from './link-screen.tsx';
import { NewPasswordField } from './password-input.tsx';

/** The page of the mailed link for a new password. */
export function ResetPasswordPage() {
  const { state } = useLocation() as { state: unknown };
  const [isOver, setOver] = useState(false);
  const { data: about } = useGetAboutQuery();
  const token = linkTokenIn(state);
  if (token === null || isOver)
    return (
      <LinkScreen
        title="Choose a new password"
        text={`${errorTexts['link-not-valid']} It works once, for 60 minutes.${about?.sendsMail === false ? '' : ' You can ask for another one.'}`}
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
  const form = useApiForm({
    schema: ResetPassword,
    defaultValues: { token, password: '' },
    signIn: 'none',
    send: (values) => resetPassword(values),
    onRefused: (error) => {
      const isOver = isRefusal(error, 'link-not-valid');
      if (isOver) onOver();
      return isOver;
    },
    failure: 'Your password could not be set',
    failsInside: true,
    onSent: async (response) => {
      await dispatch(startSession(response));
      toast({ title: successTexts.passwordSet });
      await navigate(pathOf('home'), { replace: true });
    },
  });
  const { errors } = form.formState;

  return (
    <Form form={form} className="gap-5">
      <NewPasswordField
        label="New password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <FormError form={form} />
      <Button type="submit" variant="primary" pending={form.isPending}>
        Set password
      </Button>
    </Form>
  );
}
