import { readFileSync } from 'node:fs';
import { CAPABILITIES, type Capability } from '@hub/contract';
import type { ActOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { ask, isLocal } from '../desk/with-desk';
import { CommandFailure } from '../failure';
import { printJson } from '../output';
import { printGoLive } from './print-go-live';

export interface GoLiveOptions extends ActOptions {
  words?: string;
  certificate?: string;
  key?: string;
  out?: string;
}

/** `hub golive <slug>`: the shop's progress. */
export async function show(slug: string, options: GoLiveOptions): Promise<void> {
  const goLive = await ask(options, 'golive.show', { shop: slug });
  if (options.json) printJson(goLive);
  else printGoLive(goLive);
}

/** `hub golive <slug> confirm <capability>`: the operator's half. The store's half is given at its door. */
export async function confirm(slug: string, options: GoLiveOptions, given?: string): Promise<void> {
  const capability = capabilityOf(given);
  const { words } = options;
  if (words === undefined) throw new CommandFailure(['a confirmation needs --words <text>'], 2);
  requireName(options);
  const end = await ask(options, 'golive.confirm', { shop: slug, capability, words });
  sayDone(options, end, `${slug}: ${capability} is confirmed by the operator`);
}

/** `hub golive <slug> sign-off`: recurring traffic of `test`, or `production` with the certificate of `test`. */
export async function signOffShop(slug: string, options: GoLiveOptions): Promise<void> {
  const { words, certificate: file, key: issuer } = options;
  if (words === undefined) throw new CommandFailure(['a sign-off needs --words <text>'], 2);
  requireName(options);
  const certificate = file === undefined ? undefined : readFileSync(file, 'utf8');
  const end = await ask(options, 'golive.sign-off', { shop: slug, words, certificate, issuer });
  sayDone(options, end, `${slug} is signed off`);
}

/** A token says who acts (D32); past the desk nothing does. */
function requireName(options: GoLiveOptions): void {
  if (isLocal(options) && options.as === undefined)
    throw new CommandFailure(['with --local, name who acts: --as <name>'], 2);
}

function capabilityOf(given: string | undefined): Capability {
  const capability = CAPABILITIES.find((one) => one === given);
  if (capability) return capability;
  throw new CommandFailure([`name the capability: one of ${CAPABILITIES.join(', ')}`], 2);
}
