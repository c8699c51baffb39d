const ID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})/;

/** A text with its row ids cut to a recognisable beginning; the whole id is shown on hover, and in the file of the list. */
export function WithIds({ text }: { text: string }) {
  const parts = text.split(ID).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span class="ref" title={part}>
        {part.slice(0, 8)}…
      </span>
    ),
  );
  return <>{parts}</>;
}
