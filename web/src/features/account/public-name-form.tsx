import { useWatch } from 'react-hook-form';

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

const valuesOf = ({ publicName }: Profile) => ({ publicName: publicName ?? '' });

/** The name shown beside the viewer's photos and places, with a preview. */
export function PublicNameForm({ profile }: { readonly profile: Profile }) {
  const dispatch = useAppDispatch();
  const [change] = useChangeAccountMutation();
  const form = useApiForm({
    schema: ChangeAccount,
    defaultValues: valuesOf(profile),
    draft: 'public name',
    send: (values) => change(values),
    failure: 'Your public name could not be saved',
    onSent: (saved) => {
      dispatch(userKnown(saved));
      toast({ title: successTexts.publicNameChanged });
      return valuesOf(saved);
    },
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
