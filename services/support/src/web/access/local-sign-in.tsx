import type { Request, RequestHandler, Response } from 'express';
import type { Desk } from '../desk';
import { sendPage } from '../layout/send-page';
import type { AccessOptions } from './access-settings';
import { protectForms } from './csrf';
import { beginSession } from './keep-session';
import { ownPath } from './own-path';
import { recordAccess, recordRefusal } from './record-access';
import { SignInForm } from './sign-in-form';
import { SignInPage } from './sign-in-page';
import { verify } from '@node-rs/argon2';
import type { LocalAccount } from '../../accounts';

/** The hash of no account and of no known password: an unknown name is compared with it. */
const NO_ACCOUNT =
  '$argon2id$v=19$m=19456,t=2,p=1$/PEwu9VyzL+e6O0pi9fd8g$6IO7zj3hmuZBaXqQFFm5pksUeSkboUIu4rCBv/f2bmo';

/** The account that name and password belong to, or null; an unknown name takes as long as a wrong password. */
export async function findAccount(
  accounts: readonly LocalAccount[],
  { name, password }: { name: string; password: string },
): Promise<LocalAccount | null> {
  const account = accounts.find((one) => one.name === name);
  const right = await verify(account?.passwordHash ?? accounts[0]?.passwordHash ?? NO_ACCOUNT, password);
  return account && right ? account : null;
}

/** The same text whatever was wrong: it does not reveal which names exist. */
const REFUSED = 'Name or password is wrong.';

/** Shows the sign-in page; a person who is signed in is redirected. */
export function showSignIn(access: AccessOptions): RequestHandler {
  return (request, response) => {
    const next = ownPath(request.query['next']);
    if (request.session.viewer) response.redirect(303, next);
    else sendSignIn(request, response, { access, next });
  };
}

/** Signs a person in by name and password. */
export function signInLocally(desk: Desk, access: AccessOptions): RequestHandler {
  const { db, clock } = desk;
  return async (request, response) => {
    const form = SignInForm.parse(request.body);
    const next = ownPath(form.next);
    const account = await findAccount(access.accounts, form);
    if (!account) {
      const known = access.accounts.find(({ name }) => name === form.name);
      await recordRefusal(db, { name: known?.name, detail: { by: 'local' } });
      sendSignIn(request, response, { access, next, refused: REFUSED });
      return;
    }
    const viewer = { name: account.name, role: account.role };
    const now = clock.now();
    await recordAccess(db, 'desk.sign_in', { viewer, detail: { by: 'local' } });
    await beginSession(request, {
      viewer,
      signIn: { by: 'local', at: now, activeAt: now, passwordMark: account.passwordMark },
    });
    response.redirect(303, next);
  };
}

function sendSignIn(
  request: Request,
  response: Response,
  { access, next, refused }: { access: AccessOptions; next: string; refused?: string },
): void {
  protectForms(request);
  sendPage(request, response, {
    title: 'Sign in',
    status: refused === undefined ? 200 : 403,
    content: (
      <SignInPage
        accounts={access.accounts.length > 0}
        issuer={access.oidc && new URL(access.oidc.issuer).host}
        next={next}
        {...(refused === undefined ? {} : { refused })}
      />
    ),
  });
}
