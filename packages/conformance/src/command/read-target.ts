import { readFileSync } from 'node:fs';
import {
  BEARER_TOKEN,
  isPublicHttpsUrl,
  LIMITS,
  parseUrl,
  SIGNING_SECRET,
  type TextForm,
} from '@hub/contract';
import { newRunCode } from '../run-code';
import type { EventsAddress } from '../store-people/open-store-side';
import type { Target } from '../target';
import type { CommandOptions } from './rehearse-command';

/** Wrong use of the command; all its faults at once. */
export class UsageError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'UsageError';
  }
}

/** Where the store's events arrive; null where none are received. */
export function readEventsAddress(given: CommandOptions): EventsAddress | null {
  const { eventsPort: port, eventsHost: host, eventsUrl, shopSlug = 'rehearsal' } = given;
  if (port === undefined) return null;
  return { kind: 'served', host, port, shopSlug, publicUrl: eventsUrl?.href ?? null };
}

const USUAL_SECRET = 'HUB_SIGNING_SECRET';

/** The store to rehearse with, from the command line and the environment. Throws {@link UsageError}. */
export function readTarget(root: string, given: CommandOptions, env: NodeJS.ProcessEnv): Target {
  const faults: string[] = [];
  const { secretFile = [], secretEnv = secretFile.length === 0 ? [USUAL_SECRET] : [] } = given;
  const fromEnv = (name: string): string[] => {
    const value = env[name];
    if (value === undefined || value === '') faults.push(`the environment variable ${name} is not set`);
    return value ? [value] : [];
  };
  const fromFile = (path: string): string[] => {
    const text = readText(path);
    if (!text) faults.push(`${path} ${text === null ? 'cannot be read' : 'is empty'}`);
    return text ? [text] : [];
  };
  const requireForm = (what: string, { pattern, expected }: TextForm, texts: readonly string[]): void => {
    if (!texts.every((text) => pattern.test(text))) faults.push(`${what} must be ${expected}`);
  };
  const tokens = given.tokenFile === undefined ? fromEnv(given.tokenEnv) : fromFile(given.tokenFile);
  const secrets = [...secretEnv.flatMap(fromEnv), ...secretFile.flatMap(fromFile)];
  requireForm('the bearer token', BEARER_TOKEN, tokens);
  requireForm('a signing secret', SIGNING_SECRET, secrets);
  const [[bearerToken = ''], [secret = '', ...older]] = [tokens, secrets];
  const allowInsecure = given.allowInsecure ?? false;
  const url = parseUrl(root);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    faults.push('store_api_root must be an https address');
  else if (!allowInsecure && !isPublicHttpsUrl(root))
    faults.push(
      'store_api_root must be a public https address; for a store on this machine add --allow-insecure',
    );
  if (given.imagesVia && !allowInsecure)
    faults.push('--images-via is for stores on this machine: add --allow-insecure');
  if (faults.length > 0) throw new UsageError(faults);
  return {
    storeApiRoot: root,
    bearerToken,
    signingSecrets: [secret, ...older],
    hubNetworkLocationId: given.networkLocation,
    locations: given.location ?? [],
    currency: given.currency,
    country: given.country,
    testVariants: given.testVariant ?? [],
    runCode: newRunCode(),
    shopSlug: given.shopSlug ?? null,
    environment: given.environment ?? null,
    restoresNetwork: true,
    trades: given.trades ?? false,
    allowInsecure,
    imagesVia: given.imagesVia?.origin ?? null,
    timeoutMs: given.timeoutMs,
    retryBaseMs: LIMITS.backoffBaseMs,
  };
}

/** Without the line break that editors put at the end; null where the file cannot be read. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
