import type { ShownDeadLetter } from '@hub/desk/messages';

/** Its headers. */
export function Headers({ failedMessage: { headers } }: { failedMessage: ShownDeadLetter }) {
  const known =
    typeof headers === 'object' && headers !== null && !Array.isArray(headers) ? Object.entries(headers) : [];
  if (known.length === 0) return null;
  return (
    <details id="headers">
      <summary>Headers</summary>
      <dl class="facts panel">
        {known.map(([name, value]) => (
          <>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}
