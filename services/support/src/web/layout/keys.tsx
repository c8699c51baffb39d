import { SECTIONS } from '@hub/desk/engine';
import { DocsLink } from './docs-link';

const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['/', 'search'],
  ['Ctrl or Cmd and K', 'go to any page, order or shop'],
  ['j, k', 'the next, the last of a list; Enter opens it'],
  ...SECTIONS.map(({ letter, name }) => [`g then ${letter}`, name] as const),
  ['?', 'these keys'],
];

/** The list of keys and where more help is, opened by a key (assets/desk.js). */
export function Keys({ docsUrl }: { docsUrl: string | undefined }) {
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
        <p class="actions">
          <a href="/runbooks">Runbooks</a>
          {docsUrl !== undefined && <DocsLink url={docsUrl} />}
        </p>
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
