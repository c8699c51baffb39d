import { readFileSync } from 'node:fs';
import { explainSignature, sign, SIGNATURE_HEADER, type NamedSecret } from '@hub/contract';
import type { Command } from 'commander';
import { requireEventName } from '../event/event-name';
import { exampleBody } from '../event/example-event';
import { parseChanges } from '../event/parse-changes';
import { secretIn } from '../event/secret-in';
import type { SendOptions } from '../event/send-event';
import { CommandFailure } from '../failure';
import { note, print, printFile, printJson } from '../output';

const SET = [
  '--set <path=value...>',
  'replaces values, such as data.order_id=4711 or data.line_items[0].quantity=3',
] as const;

/** `hub event example|send|sign`: events for testing (D27). */
export function addEventCommand(program: Command): void {
  const event = program.command('event').description('example events: print, send, sign');
  event
    .command('example')
    .description('prints the body of an example event, exactly the bytes to sign (no line end)')
    .argument('<event>', 'such as inventory.updated')
    .option('--shop <slug>', 'uses the currency, a location and a variant of this shop')
    .option(...SET)
    .option('--json', 'as JSON, with its signature under the published secret hub-test-secret')
    .action(example);
  event
    .command('send')
    .description('sends an event as the shop would, signed with its secret; exits 0 if the answer is 200')
    .argument('<slug>', 'the shop')
    .argument('[event]', 'an example of this event')
    .option('--file <path>', 'sends these bytes instead of an example')
    .option(...SET)
    .option('--to <url>', 'the address of events (default: the ingress on this machine)')
    .option('--confirm', 'required in production, because the event has its full effect')
    .option('--as <name>', 'who sends it, for the record (default: the user of this machine)')
    .option('--json', 'as JSON')
    .action(send);
  event
    .command('sign')
    .description('prints the signature of a body; with --explain, shows why a signature is refused')
    .argument('[file]', 'file with the exact bytes of the body; standard input without it')
    .option('--secret-env <name...>', 'environment variables that hold signing secrets; the first signs')
    .option('--shop <slug>', "uses the shop's own secrets, older ones included")
    .option(
      '--explain <header>',
      'the X-HUB-Signature header that was sent; exits 0 if it is right, 1 if not',
    )
    .option('--json', 'as JSON')
    .action(signOrExplain);
}

async function example(
  name: string,
  options: { shop?: string; set?: string[]; json?: boolean },
): Promise<void> {
  const event = requireEventName(name);
  const changes = parseChanges(options.set);
  const { shop: slug } = options;
  const shop =
    slug === undefined ? undefined : await (await import('../event/send-event.js')).readExampleShop(slug);
  const body = exampleBody(event, { ...(shop && { shop }), changes, now: new Date() });
  if (!options.json) return printFile(body);
  printJson({ event, body, [SIGNATURE_HEADER]: sign('hub-test-secret', body) });
}

async function send(slug: string, event: string | undefined, options: SendOptions): Promise<void> {
  const { sendEvent } = await import('../event/send-event.js');
  const sent = await sendEvent({ slug, event, options });
  if (sent.status !== 200) process.exitCode = 1;
  if (options.json) return printJson(sent);
  note(`POST ${sent.url}`);
  note(`${SIGNATURE_HEADER}: ${sent.signature}`);
  print(`${sent.status} ${JSON.stringify(sent.answer)}`);
}

interface SignOptions {
  secretEnv?: string[];
  shop?: string;
  explain?: string;
  json?: boolean;
}

async function signOrExplain(file: string | undefined, options: SignOptions): Promise<void> {
  const body = readFileSync(file ?? 0);
  const secrets = await secretsOf(options);
  const { explain: header } = options;
  if (header === undefined) {
    const signature = sign(secrets.find(({ verifies }) => verifies)?.secret ?? '', body);
    return options.json ? printJson({ header: SIGNATURE_HEADER, signature }) : print(signature);
  }
  const explanation = explainSignature({ header, body, secrets });
  if (!explanation.matches) process.exitCode = 1;
  if (options.json) return printJson(explanation);
  if (explanation.matches) return print(explanation.summary);
  for (const { part, message } of explanation.differences) print(`${part}: ${message}`);
}

async function secretsOf({ secretEnv = [], shop }: SignOptions): Promise<NamedSecret[]> {
  const given = secretEnv.map((name) => ({
    secret: secretIn(name),
    name: `the secret in ${name}`,
    verifies: true,
  }));
  const stored = shop === undefined ? [] : await storedSecrets(shop);
  if (given.length + stored.length === 0)
    throw new CommandFailure(['name the secret with --secret-env or --shop']);
  return [...given, ...stored];
}

async function storedSecrets(shop: string): Promise<NamedSecret[]> {
  const { openStoredShop } = await import('../event/shop-secrets.js');
  return (await openStoredShop(shop)).secrets;
}
