import { readFileSync } from 'node:fs';
import { CAPABILITIES, type Capability } from '@hub/contract';
import { confirmCapability, readGoLive, signOff, type GoLive } from '@hub/desk/golive';
import type { Database } from '@hub/database';
import { doneOf } from '@hub/desk/commands';
import { actingBy, type Action } from '@hub/desk/engine';
import { actorOf, userName } from '../actor';
import { asFailure } from '../desk/local-desk';
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
  await act(confirmCapability, name, { shop: slug, capability, words });
  if (options.json) printJson({ shop: slug, capability, confirmed: 'operator' });
  else print(`${slug}: ${capability} is confirmed by the operator`);
}

/** `hub golive <slug> sign-off`: recurring traffic of `test`, or `production` with the certificate of `test`. */
export async function signOffShop(slug: string, options: GoLiveOptions): Promise<void> {
  const { as: name, words, certificate: file, key: issuer } = options;
  if (name === undefined || words === undefined)
    throw new CommandFailure(['a sign-off needs --as <name> and --words <text>'], 2);
  const certificate = file === undefined ? undefined : readFileSync(file, 'utf8');
  await act(signOff, name, { shop: slug, words, certificate, issuer });
  if (options.json) printJson({ shop: slug, signed_off: true });
  else print(`${slug} is signed off`);
}

/** On the database itself, as `--local` does: the audit names the shell's user too. Throws `CommandFailure` if it is not done. */
async function act(
  action: Action,
  name: string,
  given: { shop: string; [name: string]: unknown },
): Promise<void> {
  await withDatabase(async ({ db }) => {
    await requireShop(db, given.shop);
    const acting = { db, actor: actorOf(name), role: 'lead', now: Date.now() } as const;
    const way = { by: 'command line, past the desk', os_user: userName() } as const;
    doneOf(await actingBy(way, () => action.act(acting, given)));
  }).catch(asFailure);
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
