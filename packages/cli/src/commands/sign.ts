import { readFileSync } from 'node:fs';
import { sign, SIGNATURE_HEADER } from '@hub/contract';
import type { Command } from 'commander';
import { secretIn } from '../event/secret-in';
import { print, printJson } from '../output';

/** `hub sign`: the signature of a body, for integrators who check their own (D2). */
export function addSignCommand(program: Command): void {
  program
    .command('sign')
    .description('prints the signature header of a request body')
    .argument('[file]', 'file with the exact bytes of the body; standard input without it')
    .requiredOption('--secret-env <name>', 'environment variable that holds the signing secret')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `\nPublished vector: secret hub-test-secret, body {"hello":"network"}\n` +
        `  printf '{"hello":"network"}' | SECRET=hub-test-secret npm run --silent hub -- sign --secret-env SECRET`,
    )
    .action(printSignature);
}

function printSignature(file: string | undefined, options: { secretEnv: string; json?: boolean }): void {
  const signature = sign(secretIn(options.secretEnv), readFileSync(file ?? 0));
  if (options.json) printJson({ header: SIGNATURE_HEADER, signature });
  else print(signature);
}
