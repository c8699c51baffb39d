const ID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})/;

/** A text whose ids of rows are set apart: nobody reads them, some copy them. */
export function WithIds({ text }: { text: string }) {
  return (
    <>{text.split(ID).map((part, index) => (index % 2 === 0 ? part : <span class="ref">{part}</span>))}</>
  );
}
