import { ActionForm } from '../../web/layout/action-form';

/** Where a visitor who is not signed in asks for a link. */
export function SignInPage({ mails }: { mails: boolean }) {
  return (
    <div class="sign-in panel">
      <h1>Sign in</h1>
      <p class="soft">Your shop at the HUB Network</p>
      <NewLink mails={mails} />
    </div>
  );
}

/** Where a link signed no one in: why, and the form for a new one. */
export function RefusedLinkPage({ says, mails }: { says: string; mails: boolean }) {
  return (
    <div class="sign-in panel">
      <h1>Not signed in</h1>
      <p class="bad">{says}</p>
      <NewLink mails={mails} />
    </div>
  );
}

function NewLink({ mails }: { mails: boolean }) {
  if (mails) return <LinkRequest />;
  return (
    <p>
      Ask the operator of the network for a sign-in link. The operator makes one for a contact on the
      environment sheet of your shop.
    </p>
  );
}

function LinkRequest() {
  return (
    <ActionForm action="/sign-in" label="Ask for a sign-in link">
      <p class="field">
        <label for="shop">Shop</label>
        <input
          id="shop"
          name="shop"
          maxLength={100}
          autocapitalize="none"
          autocomplete="organization"
          required
        />
      </p>
      <p class="field">
        <label for="address">E-mail address of a contact on its environment sheet</label>
        <input id="address" name="address" type="email" maxLength={255} autocomplete="email" required />
      </p>
      <button type="submit">Send me a link</button>
    </ActionForm>
  );
}

/** The page of a link: only its button signs in, since mail scanners open every link (D35). */
export function LinkPage({ token }: { token: string }) {
  return (
    <div class="sign-in panel">
      <h1>Sign in</h1>
      <p>This link works once, for 15 minutes from when it was made.</p>
      <ActionForm action={`/sign-in/link/${encodeURIComponent(token)}`} label="Sign in">
        <button type="submit">Sign in</button>
      </ActionForm>
    </div>
  );
}
