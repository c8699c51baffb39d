import type { DoorTokenView } from '@hub/desk/door';
import { ActionForm } from '../../web/layout/action-form';
import { TokensTable, type TokenRow } from './tokens-table';

export interface TokensPageProps {
  tokens: readonly DoorTokenView[];
  /** DOOR_URL */
  url: string;
  now: number;
}

/** Tokens for the shop's programs. */
export function TokensPage({ tokens, url, now }: TokensPageProps) {
  return (
    <>
      <h1>Tokens</h1>
      <p>
        With a token your programs read, and do, what these pages show, as JSON:{' '}
        <a href="/api/openapi.json">{new URL('/api/openapi.json', url).href}</a>
      </p>
      <TokensTable label="Tokens of your shop" tokens={tokens.map(rowOf)} now={now} />
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

function rowOf({ id, label, may, ...token }: DoorTokenView): TokenRow {
  return {
    id,
    name: label,
    may: may === 'act' ? 'read and act' : 'read',
    issuedBy: token.issued_by,
    endsAt: new Date(token.expires_at),
    lastUsedAt: token.last_used_at === null ? null : new Date(token.last_used_at),
  };
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
