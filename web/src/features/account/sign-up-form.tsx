import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type UseFormRegister } from 'react-hook-form';

import { Register } from '#contracts/commands/account';
import { limits } from '#contracts/limits';
import { failureTexts, successTexts } from '#contracts/texts';

import { isApiError, messageOf, startSession } from '../../app/session-calls.ts';
import { useAppDispatch } from '../../app/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { showFieldErrors } from '../edit/server-errors.ts';
import { useRegisterMutation } from './api.ts';
import { PasswordInput } from './password-input.tsx';

const fields = ['firstName', 'lastName', 'email', 'password'] as const;

export function SignUpForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [createAccount] = useRegisterMutation();
  const dispatch = useAppDispatch();
  const { register, handleSubmit, setError, formState } = useForm<Register>({
    resolver: zodResolver(Register),
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    const answer = await createAccount(values);
    if (answer.error) {
      if (!showFieldErrors<Register>(answer.error, fields, setError))
        toast({ ...failureOf(answer.error), variant: 'destructive' });
      return;
    }
    await dispatch(startSession(answer.data));
    toast({ title: successTexts.registered });
    onSignedIn();
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
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
      <Button type="submit" variant="primary" className="mt-1 w-full" pending={isSubmitting}>
        Sign Up
      </Button>
    </form>
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
