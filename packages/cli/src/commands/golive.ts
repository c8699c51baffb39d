import type { Environment } from '@hub/installation';
import { Argument, type Command } from 'commander';
import type { EnvironmentOptions } from '../golive/change-environment';
import type { GoLiveOptions } from '../golive/go-live-actions';
import type { VerifyOptions } from '../golive/verify-certificate';

const ACTIONS = ['show', 'confirm', 'sign-off', 'certificate'] as const;

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
    .option('--desk <url>', 'confirm, sign-off: another desk than that of the token file or HUB_DESK_URL')
    .option('--local', 'confirm, sign-off: past the desk, on the database itself; the audit says so')
    .option('--certificate <file>', 'sign-off of production: the certificate of test')
    .option('--key <fingerprint>', 'sign-off of production: of the installation that issued it')
    .option('--out <file>', 'certificate: where it is written (default: standard output)')
    .option('--json', 'as JSON')
    .action(act);
  golive
    .command('verify')
    .description('checks that a certificate is unchanged, and that a known installation issued it')
    .argument('<file>')
    .option('--key <fingerprint>', 'of the installation that is known to have issued it')
    .option('--json', 'as JSON')
    .action(async (file: string, options: VerifyOptions) => {
      const { verify } = await import('../golive/verify-certificate.js');
      await verify(file, options);
    });
  golive
    .command('key')
    .description('the fingerprint of the key that certificates are signed with here')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => (await import('../golive/certificates.js')).key(options));
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

type Given = [
  slug: string,
  what: (typeof ACTIONS)[number],
  capability: string | undefined,
  options: GoLiveOptions,
];

async function act(...[slug, what, capability, options]: Given): Promise<void> {
  if (what === 'certificate') return (await import('../golive/certificates.js')).certificate(slug, options);
  const { show, confirm, signOffShop } = await import('../golive/go-live-actions.js');
  await { show, confirm, 'sign-off': signOffShop }[what](slug, options, capability);
}
