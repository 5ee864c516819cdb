import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch, type Resolver } from 'react-hook-form';

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

interface Values {
  publicName: string;
}
// The schema accepts more than the control can hold, so its resolver fits the control's values too.
const resolver = zodResolver(ChangeAccount) as unknown as Resolver<Values, unknown, ChangeAccount>;
const valuesOf = ({ publicName }: Profile): Values => ({ publicName: publicName ?? '' });

/** The name shown beside the viewer's photos and places, with a preview. */
export function PublicNameForm({ profile }: { readonly profile: Profile }) {
  const dispatch = useAppDispatch();
  const [change] = useChangeAccountMutation();
  const form = useForm<Values, unknown, ChangeAccount>({ resolver, defaultValues: valuesOf(profile) });
  const { errors, isSubmitting, isDirty } = form.formState;
  const name = useWatch({ control: form.control, name: 'publicName' }).trim();

  const submit = form.handleSubmit(async (values) => {
    const answer = await change(values);
    if (answer.error) {
      if (!showFieldErrors<Values>(answer.error, ['publicName'], form.setError))
        reportFailure(answer.error, 'Your public name could not be saved');
      return;
    }
    dispatch(userKnown(answer.data));
    form.reset(valuesOf(answer.data));
    toast({ title: successTexts.publicNameChanged });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
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
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        pending={isSubmitting}
        disabled={!isDirty && !isSubmitting}
      >
        Save public name
      </Button>
    </form>
  );
}
