const ID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})/;

/** A text whose ids of rows are cut to what tells them apart at a glance; the whole stands on hover, and in the file of the list. */
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
