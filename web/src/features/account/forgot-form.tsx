import { useState } from 'react';

import { ForgotPassword } from '#contracts/account/commands';
import { errorTexts } from '#contracts/shared/texts';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { useApiForm } from '../../lib/form/use-api-form.ts';
import { Form, FormError } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { useForgotPasswordMutation } from './api.ts';
import { EmailField } from './email-field.tsx';

interface ForgotFormProps {
  /** An email that was already typed in another form. */
  readonly email?: string;
  /** The way back, shown beside the button. */
  readonly back?: { readonly label: string; readonly go: () => void };
}

/** Requests a mail with a link to choose a new password. It never reveals whether the address has an account. */
export function ForgotForm({ email = '', back }: ForgotFormProps) {
  const [ask] = useForgotPasswordMutation();
  const { data: about } = useGetAboutQuery();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const form = useApiForm({
    schema: ForgotPassword,
    defaultValues: { email },
    signIn: 'none',
    send: (values) => ask(values),
    failure: 'Please try again in a moment.',
    failsInside: true,
    onSent: (_, values) => setAskedFor(values.email),
  });
  const { errors } = form.formState;

  const backButton = back && (
    <Button variant="quiet" onClick={back.go}>
      {back.label}
    </Button>
  );
  if (about?.sendsMail === false)
    return (
      <div className="flex flex-col items-start gap-4">
        <p tabIndex={-1} data-autofocus className="outline-none">
          {errorTexts['mail-not-set-up']}
        </p>
        {backButton}
      </div>
    );
  if (askedFor !== null)
    return (
      <div
        role="status"
        tabIndex={-1}
        // The field that had the focus has disappeared.
        ref={(element) => element?.focus()}
        className="flex flex-col items-start gap-4 outline-none"
      >
        <p className="wrap-anywhere">
          If <strong className="font-semibold">{askedFor}</strong> has an account, a mail with a link is on
          its way to it. The link works for 60 minutes.
        </p>
        <p className="text-sm text-soft">Nothing there after some minutes? Look into the folder for spam.</p>
        {backButton}
      </div>
    );
  return (
    <Form form={form}>
      <EmailField {...form.register('email')} error={errors.email?.message} />
      <FormError form={form} />
      <div className="mt-1 flex flex-wrap gap-3">
        <Button type="submit" variant="primary" className="grow" pending={form.isPending}>
          Send me a link
        </Button>
        {backButton}
      </div>
    </Form>
  );
}
