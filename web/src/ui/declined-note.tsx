/** Says why something was declined, above the form to correct it. */
export function DeclinedNote({ reason }: { readonly reason: string | null }) {
  return (
    <div className="mb-5 border-l-2 border-no pl-3 text-md">
      <p className="font-semibold text-no">Declined</p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {reason ?? 'No reason was given.'}
      </p>
    </div>
  );
}
