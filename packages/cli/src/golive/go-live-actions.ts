import { readFileSync } from 'node:fs';
import { CAPABILITIES, type Capability } from '@hub/contract';
import {
  confirmCapability,
  CONFIRM_REFUSAL_LABELS,
  readGoLive,
  signOff,
  SIGN_OFF_REFUSAL_LABELS,
  type GoLive,
} from '@hub/go-live';
import type { Database } from '@hub/database';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { print, printJson } from '../output';
import { withDatabase } from '../with-database';
import { describeGoLive, printGoLive } from './print-go-live';

export interface GoLiveOptions {
  words?: string;
  as?: string;
  certificate?: string;
  key?: string;
  out?: string;
  json?: boolean;
}

/** `hub golive <slug>`: the shop's progress. */
export async function show(slug: string, options: GoLiveOptions): Promise<void> {
  const goLive = await withDatabase(({ db }) => requireGoLive(db, slug));
  if (options.json) printJson(describeGoLive(goLive));
  else printGoLive(goLive);
}

/** `hub golive <slug> confirm <capability>`: the operator's half. The store's half is given at its door. */
export async function confirm(slug: string, options: GoLiveOptions, given?: string): Promise<void> {
  const capability = capabilityOf(given);
  const { as: name, words } = options;
  if (name === undefined || words === undefined)
    throw new CommandFailure(['a confirmation needs --as <name> and --words <text>'], 2);
  await withDatabase(async ({ db }) => {
    await requireShop(db, slug);
    const end = await confirmCapability(db, {
      shop: slug,
      capability,
      by: { side: 'operator' },
      name,
      words,
      actor: actorOf(name),
    });
    if (end.kind === 'refused')
      throw new CommandFailure([`not confirmed: ${CONFIRM_REFUSAL_LABELS[end.why]}`]);
  });
  if (options.json) printJson({ shop: slug, capability, confirmed: 'operator' });
  else print(`${slug}: ${capability} is confirmed by the operator`);
}

/** `hub golive <slug> sign-off`: recurring traffic of `test`, or `production` with the certificate of `test`. */
export async function signOffShop(slug: string, options: GoLiveOptions): Promise<void> {
  const { as: name, words, certificate: file, key: issuer } = options;
  if (name === undefined || words === undefined)
    throw new CommandFailure(['a sign-off needs --as <name> and --words <text>'], 2);
  const certificate = file === undefined ? undefined : readFileSync(file, 'utf8');
  await withDatabase(async ({ db }) => {
    await requireShop(db, slug);
    const end = await signOff(db, { shop: slug, name, words, certificate, issuer, actor: actorOf(name) });
    if (end.kind === 'refused')
      throw new CommandFailure([`not signed off: ${SIGN_OFF_REFUSAL_LABELS[end.why]}`, ...end.missing]);
  });
  if (options.json) printJson({ shop: slug, signed_off: true });
  else print(`${slug} is signed off`);
}

function capabilityOf(given: string | undefined): Capability {
  const capability = CAPABILITIES.find((one) => one === given);
  if (capability) return capability;
  throw new CommandFailure([`name the capability: one of ${CAPABILITIES.join(', ')}`], 2);
}

async function requireGoLive(db: Database, slug: string): Promise<GoLive> {
  await requireShop(db, slug);
  const goLive = await readGoLive(db, slug);
  if (goLive === null) throw new CommandFailure([`no shop "${slug}"`]);
  return goLive;
}
