import type { UseFormRegister } from 'react-hook-form';

import { Register } from '#contracts/account/commands';
import { limits } from '#contracts/shared/limits';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { useApiForm } from '../../lib/form/use-api-form.ts';
import { isApiError, messageOf, startSession } from '../../lib/session-calls.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { Form } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { useRegisterMutation } from './api.ts';
import { PasswordInput } from './password-input.tsx';

export function SignUpForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [createAccount] = useRegisterMutation();
  const dispatch = useAppDispatch();
  const form = useApiForm({
    schema: Register,
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
    signIn: 'none',
    send: (values) => createAccount(values),
    failure: failureOf,
    onSent: async (answer) => {
      await dispatch(startSession(answer));
      toast({ title: successTexts.registered });
      onSignedIn();
    },
  });
  const { register } = form;
  const { errors } = form.formState;

  return (
    <Form form={form}>
      <NameFields
        register={register}
        firstName={errors.firstName?.message}
        lastName={errors.lastName?.message}
      />
      <Field label="Email" required error={errors.email?.message}>
        {(ids) => (
          <TextInput {...ids} {...register('email')} type="email" autoComplete="email" inputMode="email" />
        )}
      </Field>
      <Field
        label="Password"
        required
        error={errors.password?.message}
        description={`At least ${limits.passwordLeast} characters.`}
      >
        {(ids) => <PasswordInput {...ids} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Button type="submit" variant="primary" className="mt-1 w-full" pending={form.isPending}>
        Sign Up
      </Button>
    </Form>
  );
}

interface NameFieldsProps {
  readonly register: UseFormRegister<Register>;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
}

function NameFields({ register, firstName, lastName }: NameFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First name" required error={firstName}>
        {(ids) => <TextInput {...ids} {...register('firstName')} autoComplete="given-name" />}
      </Field>
      <Field label="Last name" required error={lastName}>
        {(ids) => <TextInput {...ids} {...register('lastName')} autoComplete="family-name" />}
      </Field>
    </div>
  );
}

function failureOf(error: unknown): { title: string; text: string } {
  const { title, text } = failureTexts.registration;
  return { title, text: isApiError(error) && error.code !== 'email-taken' ? messageOf(error, text) : text };
}
