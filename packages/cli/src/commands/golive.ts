import type { Environment } from '@hub/installation';
import { Argument, type Command } from 'commander';
import { toDesk, type DeskOptions } from '../desk/desk-options';
import { CommandFailure } from '../failure';
import type { EnvironmentOptions } from '../golive/change-environment';
import type { GoLiveOptions } from '../golive/go-live-actions';
import type { VerifyOptions } from '../golive/verify-certificate';

const ACTIONS = ['show', 'confirm', 'sign-off', 'certificate'] as const;
type Act = (typeof ACTIONS)[number];

/** Options that only some of them take. */
const TAKEN_BY: Readonly<Record<string, readonly Act[]>> = {
  words: ['confirm', 'sign-off'],
  as: ['confirm', 'sign-off'],
  dryRun: ['confirm', 'sign-off'],
  certificate: ['sign-off'],
  key: ['sign-off'],
  out: ['certificate'],
};

/** `hub golive …`: how a shop goes live (D32), and from development to the real thing (D28). */
export function addGoliveCommand(program: Command): void {
  // `--as` and `--json` belong to the command they follow: this one has subcommands and its own options.
  const golive = program
    .enablePositionalOptions()
    .command('golive')
    .description(
      'the go-live record of a shop: shows what is confirmed and what is missing, confirms, signs off',
    )
    .enablePositionalOptions()
    .argument('<slug>', 'the shop')
    .addArgument(new Argument('[what]', 'what to do').choices(ACTIONS).default('show'))
    .argument('[capability]', 'confirm: which capability')
    .option('--words <text>', 'confirm, sign-off: your statement, for the record; no personal data')
    .option(
      '--as <name>',
      'confirm, sign-off: who does it; at the desk the token says so, and must be of this name',
    )
    .option('--dry-run', 'confirm, sign-off: decided as it would be, and taken back: it has no effect')
    .option('--certificate <file>', 'sign-off of production: the certificate of test')
    .option('--key <fingerprint>', 'sign-off of production: of the installation that issued it')
    .option('--out <file>', 'certificate: where it is written (default: standard output)')
    .action(act);
  toDesk(golive);
  toDesk(
    golive
      .command('verify')
      .description('checks that a certificate is unchanged, and that a known installation issued it'),
  )
    .argument('<file>')
    .option(
      '--key <fingerprint>',
      'of the installation that is known to have issued it; the desk is then not asked',
    )
    .action(async (file: string, options: VerifyOptions) => {
      const { verify } = await import('../golive/verify-certificate.js');
      await verify(file, options);
    });
  toDesk(
    golive.command('key').description('the fingerprint of the key that certificates are signed with here'),
  ).action(async (options: DeskOptions) => (await import('../golive/certificates.js')).key(options));
  golive
    .command('environment')
    .description('changes the environment of a development database, once')
    .addArgument(new Argument('<value>', 'the new environment').choices(['test', 'production']))
    .option('--confirm', 'required, because the environment cannot be changed again')
    .option('--as <name>', 'who does it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nStop the services first, and start them with HUB_ENVIRONMENT=<value>: with another they refuse to start.',
    )
    .action(async (value: Environment, options: EnvironmentOptions) => {
      const { environment } = await import('../golive/change-environment.js');
      await environment(value, options);
    });
}

type Given = [slug: string, what: Act, capability: string | undefined, options: GoLiveOptions];

async function act(...[slug, what, capability, options]: Given): Promise<void> {
  requireTaken(what, capability, options);
  if (what === 'certificate') return (await import('../golive/certificates.js')).certificate(slug, options);
  const { show, confirm, signOffShop } = await import('../golive/go-live-actions.js');
  await { show, confirm, 'sign-off': signOffShop }[what](slug, options, capability);
}

/** Refuses what would have no effect. */
function requireTaken(what: Act, capability: string | undefined, options: GoLiveOptions): void {
  if (capability !== undefined && what !== 'confirm')
    throw new CommandFailure([`${what} takes no capability: it is of the whole shop`], 2);
  const idle = Object.keys(options).filter((name) => TAKEN_BY[name]?.includes(what) === false);
  if (idle.length > 0)
    throw new CommandFailure(
      idle.map((name) => `${flagOf(name)}: goes with ${TAKEN_BY[name]?.join(' and ')}, not with ${what}`),
      2,
    );
}

/** `--dry-run` of `dryRun`. */
const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
