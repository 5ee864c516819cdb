import { useId, type ReactNode } from 'react';

/** The sections in a column, with a line between them. */
export function ProfileSections({ children }: { readonly children: ReactNode }) {
  return (
    <div className="page mt-10 sm:mt-12">
      <div className="divide-y divide-line border-t border-line">{children}</div>
    </div>
  );
}

/** The layout of a section. */
export const sectionClass = 'grid gap-x-12 gap-y-5 py-9 sm:py-11 lg:grid-cols-[17rem_minmax(0,1fr)]';

interface ProfileSectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A section of the profile: its description at the left, its controls at the right. */
export function ProfileSection({ title, text, children }: ProfileSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={sectionClass}>
      <div>
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <p className="mt-1.5 max-w-md text-md text-soft">{text}</p>
      </div>
      <div className="max-w-[680px]">{children}</div>
    </section>
  );
}
