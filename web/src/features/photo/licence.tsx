import type { Licence as LicenceView } from '#contracts/shared/about';

/** The name of a licence, with a link to its text if that is known. */
export function Licence({ licence: { name, url } }: { readonly licence: LicenceView }) {
  if (url === null) return name;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer license"
      className="underline underline-offset-2 hover:text-ink"
    >
      {name}
    </a>
  );
}
