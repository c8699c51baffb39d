import type { LocalAccount } from './accounts';
import type { SignIn } from './session';
import type { Viewer } from './viewer';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Without anything done, a session ends after this time. */
export const IDLE_MS = 2 * HOUR_MS;
/** The issuer is asked again so often whether it still vouches for a person. */
const CONFIRM_AFTER_MS = 5 * MINUTE_MS;
/** While the issuer is away, or nothing is opened that could be led there and back: then the session ends. */
export const UNCONFIRMED_MS = 15 * MINUTE_MS;
/** Pages opened at once ask once. */
const ASKED_LATELY_MS = 10_000;
/** A working day: then somebody signs in anew, whatever they did. */
const LASTS_MS = 12 * HOUR_MS;

export interface SessionFacts {
  signIn: SignIn;
  viewer: Viewer;
  /** Of the configuration as it is now. */
  accounts: readonly LocalAccount[];
  oidc: boolean;
}

export type SessionDecision =
  { kind: 'goes_on'; viewer: Viewer; activeAt: number } | { kind: 'ends'; words: string };

/** Whether a session goes on, and as whom: who is no longer in the configuration has no session. Pure. */
export function decideSession(
  { signIn, viewer, accounts, oidc }: SessionFacts,
  now: number,
): SessionDecision {
  if (now - signIn.at >= LASTS_MS) return ends('You signed in twelve hours ago: sign in again.');
  if (now - signIn.activeAt >= IDLE_MS) return ends('Nothing was done for two hours: sign in again.');
  const current = signIn.by === 'oidc' ? oidc && viewer : viewerOfAccount(signIn, viewer, accounts);
  if (!current) return ends('Your access has changed: sign in again.');
  return { kind: 'goes_on', viewer: current, activeAt: activeAt(signIn, now) };
}

function viewerOfAccount(
  signIn: SignIn,
  viewer: Viewer,
  accounts: readonly LocalAccount[],
): Viewer | undefined {
  const account = accounts.find(({ name }) => name === viewer.name);
  if (!account || account.passwordMark !== signIn.passwordMark) return undefined;
  return { name: account.name, role: account.role };
}

/** Whether the issuer is to be asked whether it still vouches for this person. Pure. */
export function isToConfirm({ issued }: SignIn, now: number): boolean {
  if (!issued) return false;
  return now - issued.confirmedAt >= CONFIRM_AFTER_MS && now - issued.askedAt >= ASKED_LATELY_MS;
}

/** To the minute: so that not every page is written to the database. */
function activeAt(signIn: SignIn, now: number): number {
  return now - signIn.activeAt < MINUTE_MS ? signIn.activeAt : now;
}

const ends = (words: string): SessionDecision => ({ kind: 'ends', words });
