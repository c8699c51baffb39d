import type { DoorTokenView } from '@hub/door';
import { ActionForm } from '../../web/layout/action-form';
import { Scroll } from '../../web/layout/scroll';
import { Time } from '../../web/layout/time';

export interface TokensPageProps {
  tokens: readonly DoorTokenView[];
  /** DOOR_URL */
  url: string;
  now: number;
}

/** Tokens for programs of the shop. */
export function TokensPage({ tokens, url, now }: TokensPageProps) {
  return (
    <>
      <h1>Tokens</h1>
      <p>
        With a token your programs read, and do, what these pages show, as JSON:{' '}
        <a href="/api/openapi.json">{new URL('/api/openapi.json', url).href}</a>
      </p>
      {tokens.length === 0 ? <p class="panel">There is none.</p> : <Tokens tokens={tokens} now={now} />}
      <section aria-labelledby="new">
        <h2 id="new">Issue a token</h2>
        <ActionForm action="/tokens" class="panel" label="Issue a token">
          <p class="field">
            <label for="label">What it is for</label>
            <input id="label" name="label" maxLength={100} required />
          </p>
          <p class="field">
            <label for="may">It may</label>
            <select id="may" name="may">
              <option value="read">read</option>
              <option value="act">read and act</option>
            </select>
          </p>
          <p class="field">
            <label for="days">It ends after so many days</label>
            <input id="days" name="days" type="number" min={1} max={366} value="90" required />
          </p>
          <button type="submit">Issue</button>
        </ActionForm>
      </section>
    </>
  );
}

function Tokens({ tokens, now }: Pick<TokensPageProps, 'tokens' | 'now'>) {
  return (
    <Scroll label="Tokens of your shop">
      <table>
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">May</th>
            <th scope="col">Issued by</th>
            <th scope="col">Ends</th>
            <th scope="col">Last used</th>
            <th scope="col">Revoke</th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr>
              <th scope="row">{token.label}</th>
              <td>{token.may === 'act' ? 'read and act' : 'read'}</td>
              <td>{token.issued_by}</td>
              <td>
                <Time at={new Date(token.expires_at)} />
              </td>
              <td>
                {token.last_used_at === null ? (
                  <span class="soft">never</span>
                ) : (
                  <Time at={new Date(token.last_used_at)} since={now} />
                )}
              </td>
              <td>
                <ActionForm action={`/tokens/${token.id}/revoke`} label={`Revoke ${token.label}`}>
                  <button type="submit" class="danger">
                    Revoke
                  </button>
                </ActionForm>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** A token, the only time it is shown. */
export function TokenPage({ token, url }: { token: string; url: string }) {
  return (
    <>
      <h1>Your new token</h1>
      <p>Copy it now: it is not kept, and never shown again.</p>
      <pre tabIndex={0}>{token}</pre>
      <p>Try it:</p>
      <pre tabIndex={0}>{`curl -H 'Authorization: Bearer ${token}' ${new URL('/api/orders', url).href}`}</pre>
      <p>
        <a href="/tokens">To all tokens</a>
      </p>
    </>
  );
}
