import { ROLES } from '@hub/desk/engine';
import type { DeskTokenView } from '@hub/desk/tokens';
import { may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import { TokensTable } from './tokens-table';

export const LONGEST_DAYS = 366;

/** Tokens of the hub command. */
export function TokensPage({
  tokens,
  viewer,
  now,
}: {
  tokens: readonly DeskTokenView[];
  viewer: Viewer;
  now: number;
}) {
  return (
    <>
      <h1>Tokens</h1>
      <p class="soft">
        With a token the <code>hub</code> command does at this desk what its person may here, and the audit
        says who it was.
      </p>
      <TokensTable
        label="Tokens"
        tokens={tokens.map(({ role, ...token }) => ({ ...token, may: role }))}
        mayRevoke={may(viewer, 'agent')}
        now={now}
      />
      {may(viewer, 'agent') && <NewToken viewer={viewer} />}
    </>
  );
}

function NewToken({ viewer }: { viewer: Viewer }) {
  return (
    <section aria-labelledby="new">
      <h2 id="new">Issue a token</h2>
      <ActionForm action="/tokens" class="panel stack" label="Issue a token">
        <div class="field">
          <label for="name">What it is for</label>
          <input id="name" name="name" maxLength={100} required />
        </div>
        <div class="field">
          <label for="role">It may as much as</label>
          <select id="role" name="role">
            {ROLES.filter((role) => may(viewer, role)).map((role) => (
              <option value={role} selected={role === viewer.role}>
                {role}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="days">It ends after so many days</label>
          <input id="days" name="days" type="number" min={1} max={LONGEST_DAYS} value="90" required />
        </div>
        <div class="actions">
          <button type="submit">Issue</button>
        </div>
      </ActionForm>
    </section>
  );
}

/** A token, the only time it is shown. */
export function NewTokenPage({ token, person, url }: { token: string; person: string; url: string }) {
  const file = JSON.stringify({ desk: url, token });
  return (
    <>
      <h1>The new token of {person}</h1>
      <p>Copy it now: it is not kept, and never shown again.</p>
      <pre tabIndex={0}>{token}</pre>
      <p>Put this into a file that only {person} may read (mode 600), and name the file in HUB_TOKEN_FILE:</p>
      <pre tabIndex={0}>{file}</pre>
      <p>
        <a href="/tokens">To all tokens</a>
      </p>
    </>
  );
}
