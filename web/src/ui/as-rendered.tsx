/** One object, since React would write another one into the page. */
const nothing = { __html: '' };

/**
 * A part of a rendered page that stays as the server rendered it, and that nobody can use: React does not compare it when
 * it hydrates the page, and writes nothing into it. The server renders the same element with the part's content.
 */
export const AsRendered = () => (
  <div inert className="contents" suppressHydrationWarning dangerouslySetInnerHTML={nothing} />
);
