import { useLayoutEffect, useRef, useState } from 'react';

import { Login, Register } from '#contracts/account/commands';
import { brand, failureTexts, successTexts } from '#contracts/shared/texts';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { useApiForm } from '../../lib/form/use-api-form.ts';
import { isApiError, messageOf, startSession } from '../../lib/session-calls.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { Form } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, type Openable } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useLoginMutation, useRegisterMutation } from './api.ts';
import { EmailField } from './email-field.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { NewPasswordField, PasswordInput } from './password-input.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

/** Sign-in or sign-up, by email or with a provider. It closes after a sign-in. */
export function SignInDialog({ open, onOpenChange }: Openable) {
  const [tab, setTab] = useState<'in' | 'up'>('in');
  /** The email typed so far, if the person has pressed 'Forgot password'; otherwise null. */
  const [forgotten, setForgotten] = useState<string | null>(null);
  // Loaded early, so that the dialog knows whether mail is set up before the person asks for it.
  const { data: about } = useGetAboutQuery(undefined, { skip: !open });
  const change = (isOpen: boolean) => {
    if (!isOpen) setForgotten(null);
    onOpenChange(isOpen);
  };
  const close = () => change(false);
  // One form replaces the other, and the focused field disappears with it.
  const isOther = useRef(false);
  useLayoutEffect(() => {
    if (isOther.current) document.querySelector<HTMLElement>('[role="dialog"] [data-autofocus]')?.focus();
    isOther.current = open;
  }, [open, forgotten]);
  const shared = { open, onOpenChange: change, size: 'small' } as const;
  if (forgotten !== null)
    return (
      <Dialog
        {...shared}
        title="Password forgotten?"
        {...(about?.sendsMail !== false && { description: 'We mail you a link to choose a new one.' })}
      >
        <ForgotForm email={forgotten} back={{ label: 'Back to sign in', go: () => setForgotten(null) }} />
      </Dialog>
    );
  return (
    <Dialog
      {...shared}
      title={tab === 'in' ? 'Welcome back' : `Join ${brand.name}`}
      description={
        tab === 'in'
          ? 'Sign in to add places and share your photos.'
          : 'Add the places you know, and the hour to be there.'
      }
    >
      <Tabs
        label="Sign in or sign up"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'in',
            label: 'Sign In',
            content: <SignInForm onSignedIn={close} onForgotten={setForgotten} />,
          },
          { value: 'up', label: 'Sign Up', content: <SignUpForm onSignedIn={close} /> },
        ]}
      />
      <p className="my-5 flex items-center gap-3 text-xs text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or continue with
      </p>
      <ProviderButtons />
    </Dialog>
  );
}

interface SignInFormProps {
  readonly onSignedIn: () => void;
  /** Called when the person has forgotten the password, with the email typed so far. */
  readonly onForgotten: (email: string) => void;
}

function SignInForm({ onSignedIn, onForgotten }: SignInFormProps) {
  const [login] = useLoginMutation();
  const dispatch = useAppDispatch();
  const form = useApiForm({
    schema: Login,
    defaultValues: { email: '', password: '' },
    signIn: 'none',
    send: (values) => login(values),
    failure: signInFailureOf,
    onSent: async (response) => {
      await dispatch(startSession(response));
      toast({ title: successTexts.loggedIn });
      onSignedIn();
    },
  });
  const { errors } = form.formState;

  return (
    <Form form={form}>
      <EmailField {...form.register('email')} error={errors.email?.message} />
      <Field label="Password" required error={errors.password?.message}>
        {(ids) => <PasswordInput {...ids} {...form.register('password')} autoComplete="current-password" />}
      </Field>
      <Button type="submit" variant="primary" className="mt-1 w-full" pending={form.isPending}>
        Sign In
      </Button>
      <button
        type="button"
        className="touch-target -my-1 self-center text-sm font-medium text-soft underline underline-offset-3 hover:text-ink"
        onClick={() => onForgotten(form.getValues('email'))}
      >
        Password forgotten?
      </button>
    </Form>
  );
}

/**
 * A wrong email or password gets one sentence; other failures (no connection, 429, 5xx) get their own.
 */
function signInFailureOf(error: unknown): { title: string; text: string } {
  const { title, text } = failureTexts.login;
  const elsewhere = isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);
  return { title, text: elsewhere ? messageOf(error, 'Please try again in a moment.') : text };
}

function SignUpForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [createAccount] = useRegisterMutation();
  const dispatch = useAppDispatch();
  const form = useApiForm({
    schema: Register,
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
    signIn: 'none',
    send: (values) => createAccount(values),
    failure: signUpFailureOf,
    onSent: async (response) => {
      await dispatch(startSession(response));
      toast({ title: successTexts.registered });
      onSignedIn();
    },
  });
  const { register } = form;
  const { errors } = form.formState;

  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" required error={errors.firstName?.message}>
          {(ids) => <TextInput {...ids} {...register('firstName')} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" required error={errors.lastName?.message}>
          {(ids) => <TextInput {...ids} {...register('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label="Email" required error={errors.email?.message}>
        {(ids) => (
          <TextInput {...ids} {...register('email')} type="email" autoComplete="email" inputMode="email" />
        )}
      </Field>
      <NewPasswordField label="Password" error={errors.password?.message} {...register('password')} />
      <Button type="submit" variant="primary" className="mt-1 w-full" pending={form.isPending}>
        Sign Up
      </Button>
    </Form>
  );
}

function signUpFailureOf(error: unknown): { title: string; text: string } {
  const { title, text } = failureTexts.registration;
  return { title, text: isApiError(error) && error.code !== 'email-taken' ? messageOf(error, text) : text };
}
