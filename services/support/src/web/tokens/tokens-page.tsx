import { ROLES } from '@hub/desk/engine';
import { may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';

export const LONGEST_DAYS = 366;

/** A new token of the viewer. */
export function IssuePage({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <p>
        <a href="/tokens">Tokens</a>
      </p>
      <h1>Issue a token</h1>
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
    </>
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
