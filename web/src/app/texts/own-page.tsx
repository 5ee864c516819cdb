import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { titleOf } from '../../lib/words.ts';
import { Outline } from '../../ui/loading.tsx';
import { Licence } from '../../features/photo/licence.tsx';
import { pagesApi, type PageName } from './pages-api.ts';
import { partsOf, type Part } from './parts.ts';
import { privacyText } from './privacy-text.ts';
import { termsText } from './terms-text.ts';

const { useGetOwnPageQuery } = pagesApi;

/** `standard`: the product's own text, used if the operator has none. */
const pages: Readonly<Record<PageName, { readonly title: string; readonly standard: string }>> = {
  privacy: { title: 'Privacy', standard: privacyText },
  terms: { title: 'Terms', standard: termsText },
};

/** The privacy page or the terms page. */
export function OwnPage() {
  const name = useLocation().pathname === pathOf('terms') ? 'terms' : 'privacy';
  const { title, standard } = pages[name];
  const { data, error } = useGetOwnPageQuery(name);
  const text = data?.text ?? standard;
  return (
    <article className="page py-10 sm:py-12">
      <title>{titleOf(title)}</title>
      <h1 className="text-4xl">{title}</h1>
      {data === undefined && !error ? (
        <div className="mt-8 max-w-[42rem]">
          <Outline text="Loading the text..." rows={5} className="h-5" />
        </div>
      ) : (
        <div className="mt-6 max-w-[42rem]">
          {partsOf(text).map((part, index) => (
            <TextPart key={index} part={part} />
          ))}
        </div>
      )}
    </article>
  );
}

function TextPart({ part }: { readonly part: Part }) {
  if (part.kind === 'list')
    return (
      <ul className="mt-4 list-disc space-y-2 pl-5 marker:text-outline">
        {part.items.map((item) => (
          <li key={item}>
            <Words text={item} />
          </li>
        ))}
      </ul>
    );
  if (part.kind === 'heading') return <h2 className="mt-9 text-2xl">{part.text}</h2>;
  return (
    <p className="mt-4 wrap-anywhere">
      <Words text={part.text} />
    </p>
  );
}

const placeholder = '{licence}';

/** A text in which the placeholder is replaced by the licence of uploads. */
function Words({ text }: { readonly text: string }): ReactNode {
  const { data: about } = useGetAboutQuery();
  return text.split(placeholder).map((words, index) => (
    <span key={index}>
      {index > 0 && (about ? <Licence licence={about.photoLicence} /> : 'the licence of uploads')}
      {words}
    </span>
  ));
}
