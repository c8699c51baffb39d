import type { Command } from 'commander';

/** `hub keys rotate|status`: the keys that stores' secrets and kept bodies are encrypted with (D33, D34). */
export function addKeysCommand(program: Command): void {
  const keys = program
    .command('keys')
    .description("the keys that stores' secrets and kept bodies are encrypted with");
  keys
    .command('status')
    .description('which key encrypts, what is under which, and who has which')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => (await import('../keys/act-on-keys.js')).status(options));
  keys
    .command('rotate')
    .description(
      'makes the first key of HUB_ENCRYPTION_KEYS the current one and encrypts everything under it, while all runs',
    )
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => (await import('../keys/act-on-keys.js')).rotate(options));
}
