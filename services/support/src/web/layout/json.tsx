/** A stored object in readable form; personal data was masked before it was stored. */
export function Json({ value, label }: { value: unknown; label: string }) {
  if (value === null || value === undefined) return <p class="soft">{label}: nothing.</p>;
  return (
    <figure class="json">
      <figcaption>{label}</figcaption>
      <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
    </figure>
  );
}
