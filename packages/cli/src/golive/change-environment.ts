import { inTransaction, type Tx } from '@hub/database';
import { changeEnvironment, type Environment, type EnvironmentChange } from '@hub/installation';
import { recordActions } from '@hub/desk/engine';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { print, printJson } from '../output';
import { withDatabase } from '../with-database';

/** Options of `hub golive environment`. */
export interface EnvironmentOptions {
  confirm?: boolean;
  as?: string;
  json?: boolean;
}

/** `hub golive environment <value>`: once, and confirmed. */
export async function environment(value: Environment, options: EnvironmentOptions): Promise<void> {
  if (!options.confirm)
    throw new CommandFailure([
      `this database would be of the environment ${value} permanently: say it again with --confirm`,
    ]);
  const change = await withDatabase(({ db }) =>
    inTransaction(db, (tx) => changeTo(tx, value, actorOf(options.as))),
  );
  if (change === 'changed_before' || change === 'not_development')
    throw new CommandFailure([
      change === 'changed_before'
        ? 'the environment has been changed once: it stays as it is'
        : 'only a development database can be made another',
    ]);
  if (options.json) printJson({ environment: value, changed: change === 'changed' });
  else print(change === 'changed' ? `the environment is ${value} from now on` : `it is ${value} already`);
}

async function changeTo(tx: Tx, to: Environment, actor: string): Promise<EnvironmentChange> {
  const change = await changeEnvironment(tx, to);
  if (change === 'changed')
    await recordActions(tx, {
      actor,
      action: 'environment.change',
      subjects: ['installation'],
      changes: [{ field: 'environment', before: 'development', after: to }],
    });
  return change;
}
