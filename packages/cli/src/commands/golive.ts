import { inTransaction, type Tx } from '@hub/database';
import { changeEnvironment, type Environment, type EnvironmentChange } from '@hub/installation';
import { recordActions } from '@hub/support-desk';
import { Argument, type Command } from 'commander';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { certificate, key, verify } from '../golive/certificates';
import { confirm, show, signOffShop, type GoLiveOptions } from '../golive/go-live-actions';
import { print, printJson } from '../output';
import { withDatabase } from '../with-database';

const ACTIONS = { show, confirm, 'sign-off': signOffShop, certificate } as const;
const ACTION_NAMES = Object.keys(ACTIONS);

/** `hub golive …`: how a shop goes live (D32), and from development to the real thing (D28). */
export function addGoliveCommand(program: Command): void {
  // `--as` and `--json` belong to the command they stand behind: this one has commands below it and options of its own.
  const golive = program
    .enablePositionalOptions()
    .command('golive')
    .description('how a shop goes live: rehearsed, confirmed by both sides, signed off; and the environment')
    .enablePositionalOptions()
    .argument('<slug>', 'the shop')
    .addArgument(new Argument('[what]', 'what to do').choices(ACTION_NAMES).default('show'))
    .argument('[capability]', 'confirm: which one')
    .option('--words <text>', 'confirm, sign-off: in your words; no personal data')
    .option('--as <name>', 'confirm, sign-off: who does it for the operator')
    .option('--certificate <file>', 'sign-off of production: the certificate of test')
    .option('--key <fingerprint>', 'sign-off of production: of the installation that issued it')
    .option('--out <file>', 'certificate: where it is written (default: standard output)')
    .option('--json', 'as JSON')
    .action(act);
  golive
    .command('verify')
    .description(
      'whether a certificate is, byte for byte, as it was issued, and by an installation that is known',
    )
    .argument('<file>')
    .option('--key <fingerprint>', 'of the installation that is known to have issued it')
    .option('--json', 'as JSON')
    .action(verify);
  golive
    .command('key')
    .description('the fingerprint of the key that certificates are signed with here')
    .option('--json', 'as JSON')
    .action(key);
  golive
    .command('environment')
    .description('makes another environment of a development database, once')
    .addArgument(new Argument('<value>', 'what it is from now on').choices(['test', 'production']))
    .option('--confirm', 'really: it cannot be changed again')
    .option('--as <name>', 'who does it; the user of this machine unless given')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nStop the services first, and start them with HUB_ENVIRONMENT=<value>: with another they refuse to start.',
    )
    .action(environment);
}

type Given = [
  slug: string,
  what: keyof typeof ACTIONS,
  capability: string | undefined,
  options: GoLiveOptions,
];

async function act(...[slug, what, capability, options]: Given): Promise<void> {
  await ACTIONS[what](slug, options, capability);
}

interface EnvironmentOptions {
  confirm?: boolean;
  as?: string;
  json?: boolean;
}

async function environment(value: Environment, options: EnvironmentOptions): Promise<void> {
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
