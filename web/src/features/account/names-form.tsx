import { ChangeAccount } from '#contracts/account/commands';
import { successTexts } from '#contracts/shared/texts';
import type { Profile } from '#contracts/account/views';

import { useApiForm } from '../../lib/form/use-api-form.ts';
import { userKnown } from '../../lib/session.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { Form, FormButtons } from '../../ui/api-form.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { useChangeAccountMutation } from './profile-api.ts';

const valuesOf = ({ firstName, lastName }: Profile) => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
});

export function NamesForm({ profile }: { readonly profile: Profile }) {
  const dispatch = useAppDispatch();
  const [changeAccount] = useChangeAccountMutation();
  const form = useApiForm({
    schema: ChangeAccount,
    defaultValues: valuesOf(profile),
    draft: 'names',
    send: (values) => changeAccount(values),
    failure: 'Your names could not be saved',
    onSent: (saved) => {
      dispatch(userKnown(saved));
      toast({ title: successTexts.namesChanged });
      return valuesOf(saved);
    },
  });
  const { errors, isDirty } = form.formState;
  return (
    <Form form={form} className="gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" required error={errors.firstName?.message}>
          {(ids) => <TextInput {...ids} {...form.register('firstName')} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(ids) => <TextInput {...ids} {...form.register('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <FormButtons form={form} submitLabel="Save names" unchanged={!isDirty} />
    </Form>
  );
}
