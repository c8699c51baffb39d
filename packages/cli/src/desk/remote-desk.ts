import { CommandFailure } from '../failure';
import type { DeskAccess } from './desk-access';

/** The desk cannot be reached. */
const AWAY = 4;
const WITHIN_MS = 120_000;
/** Nothing was done: no connection was made. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const WRONG_USE = 400;
/** A proxy before the desk got no answer from it, but the desk may have received the request. */
const WITHOUT_ANSWER = new Set([502, 504]);

interface Sent {
  input: unknown;
  dry_run: boolean;
  as?: string | undefined;
}

/** Makes the desk run a command. @returns its answer. Throws `CommandFailure` with the desk's message */
export async function askRemotely(access: DeskAccess, name: string, sent: Sent): Promise<unknown> {
  const { url, token } = access;
  const response = await fetch(new URL(`/api/v1/commands/${name}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
    // Reported as the answer: a token follows no redirection.
    redirect: 'manual',
    signal: AbortSignal.timeout(WITHIN_MS),
  }).catch((error: unknown) => {
    throw awayFailure(error, url);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  if (response.status === 401) throw new CommandFailure(refusedToken(access));
  const said = linesOf(answer);
  if (response.ok || (said === null && WITHOUT_ANSWER.has(response.status))) throw lostFailure(url);
  const lines = said ?? [`${url.origin} answered ${response.status}: is the desk there?`];
  throw new CommandFailure(lines, response.status === WRONG_USE ? 2 : 1);
}

function refusedToken({ url, from }: DeskAccess): string[] {
  return [
    `the desk at ${url.origin} does not take the token of ${from}: it is revoked, too old, or another desk's`,
    "hub up writes a new one for the machine's owner; others are issued one at the desk, under Tokens",
  ];
}

function awayFailure(error: unknown, url: URL): CommandFailure {
  const code = propertyOf(propertyOf(error, 'cause'), 'code');
  if (typeof code === 'string' && NEVER_SENT.has(code))
    return new CommandFailure(
      [
        `the desk at ${url.origin} cannot be reached: is it up (npm start, hub up)?`,
        'past it, on its own machine: --local',
      ],
      AWAY,
    );
  return lostFailure(url);
}

/** It is not known whether it was done. */
function lostFailure({ origin }: URL): CommandFailure {
  return new CommandFailure(
    [`the answer of the desk at ${origin} was lost: look what became of it before doing it again`],
    AWAY,
  );
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}

/** The desk's message, line by line; null: this is no answer of a desk. */
function linesOf(answer: unknown): string[] | null {
  const lines = propertyOf(propertyOf(answer, 'error'), 'lines');
  return Array.isArray(lines) ? lines.map(String) : null;
}
