import { Fragment, type ReactNode } from 'react';

import { useFormOwner } from '../lib/form/use-form-owner.ts';
import { useViewer } from '../lib/session.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { useHasBeenTrue } from './use-has-been-true.ts';

interface SignedInFormProps {
  /** What a visitor is told instead. */
  readonly required: string;
  readonly children: ReactNode;
}

/**
 * A form for signed-in people. Once shown it stays, even if the session ends: it then asks for a sign-in itself. For the
 * next person it begins anew.
 */
export function SignedInForm({ required, children }: SignedInFormProps) {
  const { status } = useViewer();
  const { turn } = useFormOwner();
  const mayWrite = useHasBeenTrue(status === 'in') || status === 'loading';
  return mayWrite ? <Fragment key={turn}>{children}</Fragment> : <SignInRequired text={required} />;
}
