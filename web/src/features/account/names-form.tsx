import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type Resolver } from 'react-hook-form';

import { ChangeAccount } from '#contracts/commands/account';
import { successTexts } from '#contracts/texts';
import type { Profile } from '#contracts/views/account';

import { reportFailure } from '../../app/session-calls.ts';
import { userKnown } from '../../app/session.ts';
import { useAppDispatch } from '../../app/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { showFieldErrors } from '../edit/server-errors.ts';
import { useChangeAccountMutation } from './profile-api.ts';

interface NameValues {
  firstName: string;
  lastName: string;
}
const fields = ['firstName', 'lastName'] as const;
// The schema accepts more than the controls can hold, so its resolver fits the controls' values too.
const resolver = zodResolver(ChangeAccount) as unknown as Resolver<NameValues, unknown, ChangeAccount>;

const valuesOf = ({ firstName, lastName }: Profile): NameValues => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
});

export function NamesForm({ profile }: { readonly profile: Profile }) {
  const dispatch = useAppDispatch();
  const [changeAccount] = useChangeAccountMutation();
  const form = useForm<NameValues, unknown, ChangeAccount>({ resolver, defaultValues: valuesOf(profile) });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    const answer = await changeAccount(values);
    if (answer.error) {
      if (!showFieldErrors<NameValues>(answer.error, fields, form.setError))
        reportFailure(answer.error, 'Your names could not be saved');
      return;
    }
    dispatch(userKnown(answer.data));
    form.reset(valuesOf(answer.data));
    toast({ title: successTexts.namesChanged });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" required error={errors.firstName?.message}>
          {(ids) => <TextInput {...ids} {...form.register('firstName')} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(ids) => <TextInput {...ids} {...form.register('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        pending={isSubmitting}
        disabled={!isDirty && !isSubmitting}
      >
        Save names
      </Button>
    </form>
  );
}
