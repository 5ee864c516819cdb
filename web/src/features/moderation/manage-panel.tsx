import type { ManagedKind } from './api.ts';

export function ManagePanel(_props: { readonly kind: ManagedKind }) {
  return null;
}
