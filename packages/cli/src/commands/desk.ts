import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { hash } from '@node-rs/argon2';
import type { Command } from 'commander';
import { CommandFailure } from '../failure';
import { askFor, note, print, printJson } from '../output';

/** Passwords of the desk are entered over a network, with ten tries in 15 minutes. */
const SHORTEST = 12;
/** The limit of the sign-in form. */
const LONGEST = 1_000;

/** `hub desk hash-password`: the hash of a password for SUPPORT_ACCOUNTS. */
export function addDeskCommand(program: Command): void {
  const desk = program.command('desk').description('who may use the support desk');
  desk
    .command('hash-password')
    .description('the hash of a password for SUPPORT_ACCOUNTS; asked for, or read from standard input')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `\nAn account: SUPPORT_ACCOUNTS='[{"name":"ada","role":"agent","password_hash":"<hash>"}]'\n` +
        'Roles: viewer looks, agent acts, lead overrules.',
    )
    .action(printHash);
}

async function printHash(options: { json?: boolean }): Promise<void> {
  const password = process.stdin.isTTY ? await askTwice() : readFileSync(0, 'utf8').replace(/\r?\n$/, '');
  if (password.length < SHORTEST || password.length > LONGEST)
    throw new CommandFailure([`a password has ${SHORTEST} to ${LONGEST} characters`], 2);
  if (/\p{Cc}/u.test(password))
    throw new CommandFailure(['a password is one line without control characters'], 2);
  // Argon2id with 19 MiB and two passes: the library's defaults, and OWASP's.
  const passwordHash = await hash(password);
  if (options.json) printJson({ password_hash: passwordHash });
  else print(passwordHash);
}

async function askTwice(): Promise<string> {
  const password = await ask('Password: ');
  if ((await ask('Repeat it: ')) !== password) throw new CommandFailure(['the two are not the same'], 2);
  return password;
}

/** Asks on the terminal without showing what is typed. */
async function ask(question: string): Promise<string> {
  askFor(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  terminal.once('SIGINT', () => process.exit(130));
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    note('');
  }
}
