import { BEARER_TOKEN } from '@hub/contract';
import { CommandFailure } from '../failure';
import { readTokenFile, tokenFile, type StoredToken } from './token-file';

type Environment = Readonly<Record<string, string | undefined>>;

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];
const USUAL_PORT = '8090';

/** Which desk, and the token for it. */
export interface DeskAccess {
  url: URL;
  token: string;
  /** Where the token is from, for the user who has to fix it. */
  from: string;
}

/** The address of the desk of this machine: one that is reached by https accepts no token any other way. */
export function deskHere(config: {
  SUPPORT_URL?: string | undefined;
  SUPPORT_PORT: number | string;
}): string {
  const { SUPPORT_URL: url, SUPPORT_PORT: port } = config;
  return url?.startsWith('https:') ? url : `http://127.0.0.1:${port}`;
}

/**
 * Which desk to call and with which token: `--desk`, HUB_DESK_URL, the desk of the token's file, or this machine's; the
 * token of HUB_TOKEN, else of the file, which only goes to the desk that the file names. Throws `CommandFailure`.
 */
export function deskAccess(env: Environment, given: string | undefined): DeskAccess {
  const file = tokenFile(env);
  const inEnvironment = env['HUB_TOKEN'];
  const stored: StoredToken | null =
    inEnvironment === undefined ? readTokenFile(file) : { token: inEnvironment };
  if (stored === null) throw new CommandFailure(noToken(file));
  const from = inEnvironment === undefined ? file : 'HUB_TOKEN';
  if (!BEARER_TOKEN.pattern.test(stored.token))
    throw new CommandFailure([`the token of ${from} must be ${BEARER_TOKEN.expected}`], 2);
  const { SUPPORT_URL, SUPPORT_PORT = USUAL_PORT } = env;
  const url = urlOf(given ?? env['HUB_DESK_URL'] ?? stored.desk ?? deskHere({ SUPPORT_URL, SUPPORT_PORT }));
  if (stored.desk !== undefined && placeOf(url) !== placeOf(urlOf(stored.desk)))
    throw new CommandFailure(
      [
        `the token of ${file} is for the desk at ${stored.desk}, and goes to no other`,
        `for ${url.origin}: a token of that desk, by HUB_TOKEN or in another file (HUB_TOKEN_FILE)`,
      ],
      2,
    );
  return { url, token: stored.token, from };
}

/** This machine has several names. */
function placeOf({ protocol, hostname, port }: URL): string {
  return `${protocol}//${THIS_MACHINE.includes(hostname) ? 'here' : hostname}:${port}`;
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandFailure(['the address of the desk must be an https:// or http:// URL'], 2);
  if (url.username !== '' || url.password !== '')
    throw new CommandFailure(['the address of the desk holds no user or password: a token says who asks'], 2);
  if (url.protocol === 'http:' && !THIS_MACHINE.includes(url.hostname))
    throw new CommandFailure(['beyond this machine a token goes by https:// alone'], 2);
  return url;
}

function noToken(file: string): string[] {
  return [
    `no token for the desk: there is no ${file}`,
    "npm start and hub up write it for the machine's owner; others are issued one at the desk, under Tokens (HUB_TOKEN_FILE)",
    'past the desk, on its own machine: --local',
  ];
}
