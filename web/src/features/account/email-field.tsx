import type { ComponentProps } from 'react';

import { Field, TextInput } from '../../ui/field.tsx';

interface EmailFieldProps extends ComponentProps<'input'> {
  readonly error: string | undefined;
}

/** The email address of an account. It takes the focus when it appears. */
export function EmailField({ error, ...control }: EmailFieldProps) {
  return (
    <Field label="Email" required error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          {...control}
          data-autofocus
          type="email"
          autoComplete="username"
          inputMode="email"
        />
      )}
    </Field>
  );
}
