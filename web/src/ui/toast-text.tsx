import type { Toast } from '../lib/toast.ts';

/** A toast's text, with one sentence per line. */
export const ToastText = ({ text }: Required<Pick<Toast, 'text'>>) =>
  typeof text === 'string'
    ? text
    : text.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ));
