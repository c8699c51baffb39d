import { ActionForm } from '../layout/action-form';

export interface SignInPageProps {
  /** Whether there are local accounts. */
  accounts: boolean;
  /** The host of the issuer. */
  issuer: string | undefined;
  /** Where to go next. */
  next: string;
  refused?: string;
}

/** The only public page. */
export function SignInPage({ accounts, issuer, next, refused }: SignInPageProps) {
  return (
    <div class="sign-in panel">
      <h1>Sign in</h1>
      <p class="soft">HUB support desk</p>
      {refused !== undefined && (
        <p class="notice refused" role="alert">
          {refused}
        </p>
      )}
      {issuer !== undefined && (
        <ActionForm action="/sign-in/oidc" label="Sign in elsewhere">
          <input type="hidden" name="next" value={next} />
          <button type="submit">{`Sign in at ${issuer}`}</button>
        </ActionForm>
      )}
      {accounts && <LocalForm next={next} />}
      {!accounts && issuer === undefined && <HowToConfigure />}
    </div>
  );
}

function LocalForm({ next }: { next: string }) {
  return (
    <ActionForm action="/sign-in" label="Sign in with a password">
      <input type="hidden" name="next" value={next} />
      <p class="field">
        <label for="name">Name</label>
        <input id="name" name="name" autocomplete="username" maxLength={100} autocapitalize="none" required />
      </p>
      <p class="field">
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          maxLength={1000}
          required
        />
      </p>
      <button type="submit">Sign in</button>
    </ActionForm>
  );
}

function HowToConfigure() {
  return (
    <>
      <p>Sign-in is not configured yet. The operator of this desk sets one of these, and restarts it:</p>
      <ul>
        <li>
          <code>OIDC_ISSUER</code>, <code>OIDC_CLIENT_ID</code>, <code>OIDC_CLIENT_SECRET</code> and{' '}
          <code>SUPPORT_URL</code>: people sign in where your company keeps its accounts.
        </li>
        <li>
          <code>SUPPORT_ACCOUNTS</code>: accounts of this desk alone.{' '}
          <code>npm run hub -- desk hash-password</code> makes what it asks for.
        </li>
      </ul>
      <p>More in services/support/README.md.</p>
    </>
  );
}
