import { CommandFault, runDeskCommand } from '@hub/desk/commands';
import { BodyCipher, keyRingOf } from '@hub/installation';
import { createLogger } from '@hub/runtime';
import { createTokenTester } from '@hub/shops';
import { actingBy } from '@hub/desk/engine';
import { actorOf, userName } from '../actor';
import { CommandFailure } from '../failure';
import { withDatabase } from '../with-database';
import { LazyForecasts } from './lazy-forecasts';
import type { ActOptions } from './desk-options';

export type AskLocally = (name: string, input: unknown) => Promise<unknown>;

/**
 * Bypasses the desk: the same commands on the database itself, with a lead's rights; the audit names the shell's user.
 */
export async function withLocalDesk<T>(
  { as, dryRun = false }: ActOptions,
  work: (ask: AskLocally) => Promise<T>,
): Promise<T> {
  const person = as ?? userName();
  return withDatabase(async ({ db, config }) => {
    const forecasts = new LazyForecasts();
    const testToken = createTokenTester({
      db,
      keys: keyRingOf(config),
      logger: createLogger({ service: 'hub', level: 'error' }),
      timeoutMs: config.STORE_TIMEOUT_MS,
      allowInsecureStores: config.ALLOW_INSECURE_STORES,
    });
    const cipher = new BodyCipher(config);
    const always = { db, cipher, forecasts, testToken, person, actor: actorOf(person) };
    const identity = { vouchedBy: 'machine', person } as const;
    const ask: AskLocally = (name, input) =>
      actingBy({ by: 'command line, past the desk', os_user: userName() }, () =>
        runDeskCommand(
          name,
          { input, dry_run: dryRun },
          { ...always, role: 'lead', identity, now: Date.now(), isAlone: true },
        ),
      ).catch(asFailure);
    try {
      return await work(ask);
    } finally {
      await forecasts.stop();
    }
  });
}

/** The same texts and exit codes as through the desk. */
export function asFailure(error: unknown): never {
  if (error instanceof CommandFault) throw new CommandFailure(error.lines, error.kind === 'invalid' ? 2 : 1);
  throw error;
}
