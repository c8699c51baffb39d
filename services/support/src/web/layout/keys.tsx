const KEYS = [
  ['/', 'search'],
  ['j, k', 'the next, the last of a list; Enter opens it'],
  ['g then a', 'Attention'],
  ['g then k', 'Cases'],
  ['g then v', 'Overview'],
  ['g then d', 'Dead letters'],
  ['g then l', 'Alerts'],
  ['g then e', 'Events'],
  ['g then c', 'Calls'],
  ['g then o', 'Orders'],
  ['g then s', 'Shops'],
  ['g then m', 'Money'],
  ['g then r', 'Routing'],
  ['g then u', 'Audit'],
  ['?', 'these keys'],
] as const;

/** Which keys there are, shown by one of them (assets/desk.js). */
export function Keys() {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <form method="dialog">
        <h2 id="keys-title">Keys</h2>
        <dl class="facts">
          {KEYS.map(([key, does]) => (
            <>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </>
          ))}
        </dl>
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
