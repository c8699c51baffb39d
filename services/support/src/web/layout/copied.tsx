/** A name that people paste elsewhere, such as a reference, with a button that copies it (assets/desk.js). */
export function Copied({ text }: { text: string }) {
  return (
    <>
      <code>{text}</code> <CopyButton text={text} />
    </>
  );
}

/** Without scripts there is none: it could do nothing. */
export function CopyButton({ text, name = text }: { text: string; name?: string }) {
  return (
    <button type="button" class="copy" data-copy={text} aria-label={`Copy ${name}`}>
      Copy
    </button>
  );
}
