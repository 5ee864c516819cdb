import { useWatch } from 'react-hook-form';

import { ChangeAccount } from '#contracts/account/commands';
import type { Profile } from '#contracts/account/views';
import { successTexts } from '#contracts/shared/texts';

import { useApiForm } from '../../lib/form/use-api-form.ts';
import { userKnown } from '../../lib/session.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { Form, FormButtons } from '../../ui/api-form.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { useChangeAccountMutation } from './profile-api.ts';

interface AccountFormOptions<V> {
  readonly draft: string;
  readonly valuesOf: (profile: Profile) => V;
  readonly failure: string;
  readonly success: string;
}

/** A form for a part of the viewer's own account; it stays open with what was saved. */
function useAccountForm<V extends ChangeAccount>(
  profile: Profile,
  { draft, valuesOf, failure, success }: AccountFormOptions<V>,
) {
  const dispatch = useAppDispatch();
  const [changeAccount] = useChangeAccountMutation();
  return useApiForm<V, ChangeAccount, Profile>({
    schema: ChangeAccount,
    defaultValues: valuesOf(profile),
    draft,
    send: (values) => changeAccount(values),
    failure,
    onSent: (saved) => {
      dispatch(userKnown(saved));
      toast({ title: success });
      return valuesOf(saved);
    },
  });
}

export function NamesForm({ profile }: { readonly profile: Profile }) {
  const form = useAccountForm(profile, {
    draft: 'names',
    valuesOf: ({ firstName, lastName }) => ({ firstName: firstName ?? '', lastName: lastName ?? '' }),
    failure: 'Your names could not be saved',
    success: successTexts.namesChanged,
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

/** The name shown beside the viewer's photos and places, with a preview. */
export function PublicNameForm({ profile }: { readonly profile: Profile }) {
  const form = useAccountForm(profile, {
    draft: 'public name',
    valuesOf: ({ publicName }) => ({ publicName: publicName ?? '' }),
    failure: 'Your public name could not be saved',
    success: successTexts.publicNameChanged,
  });
  const { errors, isDirty } = form.formState;
  const name = useWatch({ control: form.control, name: 'publicName' }).trim();
  return (
    <Form form={form} className="gap-5">
      <Field
        label="Public name"
        error={errors.publicName?.message}
        description={
          name === ''
            ? 'Without one, nobody is named at your photos and places.'
            : `Your photos say “Photo: ${name}”, and your places “Added by ${name}”.`
        }
      >
        {(ids) => <TextInput {...ids} {...form.register('publicName')} autoComplete="nickname" />}
      </Field>
      <FormButtons form={form} submitLabel="Save public name" unchanged={!isDirty} />
    </Form>
  );
}
