import { CommandFailure } from '../failure';
import { readTokenFile, tokenFile, type StoredToken } from './token-file';

type Environment = Readonly<Record<string, string | undefined>>;

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];
const USUAL_PORT = '8090';

/** Which desk, and what is shown there. */
export interface DeskAccess {
  url: URL;
  token: string;
  /** Where the token is from, for whoever has to mend it. */
  from: string;
}

/**
 * Whose desk is asked and as whom: `--desk`, HUB_DESK_URL, what the token's file says, or this machine's; the token of
 * HUB_TOKEN, else of the file. Throws `CommandFailure`.
 */
export function deskAccess(env: Environment, given: string | undefined): DeskAccess {
  const file = tokenFile(env);
  const inEnvironment = env['HUB_TOKEN'];
  const stored: StoredToken | null =
    inEnvironment === undefined ? readTokenFile(file) : { token: inEnvironment };
  if (stored === null) throw new CommandFailure(noToken(file));
  const from = inEnvironment === undefined ? file : 'HUB_TOKEN';
  const usual = env['SUPPORT_URL'] ?? `http://127.0.0.1:${env['SUPPORT_PORT'] ?? USUAL_PORT}`;
  return { url: urlOf(given ?? env['HUB_DESK_URL'] ?? stored.desk ?? usual), token: stored.token, from };
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandFailure(['the address of the desk must be an https:// or http:// URL'], 2);
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
