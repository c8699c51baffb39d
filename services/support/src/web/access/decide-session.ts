import type { LocalAccount } from '../../accounts';
import type { SignIn } from './session';
import type { Viewer } from './viewer';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session ends after this time without activity. */
export const IDLE_MS = 2 * HOUR_MS;
/** How often the issuer is asked whether it still vouches for a person. */
const CONFIRM_AFTER_MS = 5 * MINUTE_MS;
/** The session ends after this time if the issuer is down, or no page is opened that could be redirected. */
export const UNCONFIRMED_MS = 15 * MINUTE_MS;
/** Pages opened at the same moment ask once. */
const ASKED_LATELY_MS = 10_000;
/** A working day: then the person signs in again, whatever the activity. */
const LASTS_MS = 12 * HOUR_MS;

export interface SessionFacts {
  signIn: SignIn;
  viewer: Viewer;
  /** From the current configuration. */
  accounts: readonly LocalAccount[];
  /** The address of the issuer; undefined: none is configured. */
  issuer: string | undefined;
}

export type SessionDecision =
  | { kind: 'goes_on'; viewer: Viewer; activeAt: number }
  | { kind: 'ends'; words: string };

/** Whether a session continues, and as whom: a person who is no longer in the configuration has no session. */
export function decideSession(
  { signIn, viewer, accounts, issuer }: SessionFacts,
  now: number,
): SessionDecision {
  if (now - signIn.at >= LASTS_MS) return ends('You signed in twelve hours ago: sign in again.');
  if (now - signIn.activeAt >= IDLE_MS) return ends('Nothing was done for two hours: sign in again.');
  const current =
    signIn.by === 'oidc' ? viewerOfIssuer(signIn, viewer, issuer) : viewerOfAccount(signIn, viewer, accounts);
  if (!current) return ends('Your access has changed: sign in again.');
  return { kind: 'goes_on', viewer: current, activeAt: activeAt(signIn, now) };
}

/** A person is whom the issuer means by its id for them: another issuer may mean another person by the same one. */
function viewerOfIssuer({ issued }: SignIn, viewer: Viewer, issuer: string | undefined): Viewer | undefined {
  return issuer !== undefined && issued?.issuer === issuer ? viewer : undefined;
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

/** Whether it is time to ask the issuer if it still vouches for this person. */
export function isToConfirm({ issued }: SignIn, now: number): boolean {
  if (!issued) return false;
  return now - issued.confirmedAt >= CONFIRM_AFTER_MS && now - issued.askedAt >= ASKED_LATELY_MS;
}

/** To the minute, so that not every page causes a database write. */
function activeAt(signIn: SignIn, now: number): number {
  return now - signIn.activeAt < MINUTE_MS ? signIn.activeAt : now;
}

const ends = (words: string): SessionDecision => ({ kind: 'ends', words });
