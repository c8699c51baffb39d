import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { signCertificate } from '@hub/desk/golive/certificate';
import { temporaryFolder } from '@hub/testing';
import { Command, type Option } from 'commander';
import { COMMAND_LIST } from '../src/command-list';
import { hubProgram } from '../src/program';

/** Files that the calls name. */
export const folder = temporaryFolder('options');
const JSON_FILE = folder.file('any.json');
const POLICY_FILE = folder.file('policy.yaml');
const OTHER_POLICY = folder.file('other.yaml');

const certificate = folder.file('certificate.json');
const pair = generateKeyPairSync('ed25519');
/** Of the installation that signed the certificate. */
export const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** Writes the files. */
export function writeFiles(): void {
  writeFileSync(certificate, aCertificate());
  writeFileSync(JSON_FILE, '{}');
  writeFileSync(POLICY_FILE, 'version: x\nband_km: 80\n');
  writeFileSync(OTHER_POLICY, 'version: y\nband_km: 90\n');
}

/** Values of arguments and options, by the name in their help. */
const VALUES: Readonly<Record<string, string>> = {
  file: JSON_FILE,
  day: '2026-11-02',
  date: '2026-11-02',
  time: '2026-11-02T00:00:00Z',
  instant: '2026-11-02T00:00:00Z',
  month: '2026-10',
  for: '3d',
  sort: 'name',
  count: '7',
  number: '7',
  n: '7',
  km: '7',
  url: 'http://127.0.0.1:1',
  'tracking number': '7',
};

/** As an installation signs it. */
function aCertificate(): string {
  return signCertificate(
    {
      version: 1,
      shop_slug: 'nordic',
      shop_name: 'Nordic',
      environment: 'test',
      store_api_root: 'https://shop.example/api',
      locations: 'a',
      issued_at: '2026-11-02T00:00:00Z',
      capabilities: [],
      signed_off: null,
    },
    { publicKey, privateKey: pair.privateKey },
  );
}

/** What a command gets besides what it must have, so that it does what it is for. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  'customer export': ['--email', 'a@example.org'],
  'customer erase': ['--email', 'a@example.org', '--yes'],
  'dead edit': ['--revert'],
  'dead replay': ['--all', '--yes'],
  'dead discard': ['--all', '--yes'],
  'dead restore': ['--all', '--yes'],
  'order end-rest': ['--close'],
  'order settle': ['--has-not'],
  'order reroute': ['--yes'],
  'shop reroute': ['--yes'],
  'route policy adopt': ['--band-km', '80'],
  'route lab start': ['--band-km', '80'],
};

/** Other calls of a command, each of which has to heed or to refuse its options too. */
const OTHERWISE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'dead replay': [
    ['a', 'b', '--yes'],
    ['--group', 'x', '--yes'],
  ],
  'dead discard': [['a', 'b', '--yes']],
  'dead show': [['a', '--reveal']],
  'events show': [['a', '--reveal']],
  golive: [
    ['nordic', 'confirm', 'products', '--words', 'seen'],
    ['nordic', 'sign-off', '--words', 'seen'],
    ['nordic', 'certificate', '--out', folder.file('written')],
  ],
  'link list': [['--shop', 'nordic']],
  'link export': [['--out', folder.file('written')]],
  'route replay': [['order', '--policy', POLICY_FILE]],
};

/** Without effect by intent. */
export const IDLE = [
  // It prints JSON in any case, and every command takes the option (D27).
  'customer export --email a@example.org --json',
];

/** A command, and what adds its program. */
export interface Leaf {
  name: string;
  add: (program: Command) => void;
  command: Command;
}

/** Every command that does something. */
export async function leaves(): Promise<Leaf[]> {
  const found: Leaf[] = [];
  for (const { load } of COMMAND_LIST) {
    const loaded = await load();
    const add = (program: Command) => loaded(program, hubProgram);
    const program = new Command('hub');
    add(program);
    const collect = (command: Command, before: readonly string[]) => {
      const words = [...before, command.name()];
      const does =
        command.commands.length === 0 || command.registeredArguments.length + command.options.length > 0;
      if (does) found.push({ name: words.join(' '), add, command });
      for (const below of command.commands) collect(below, words);
    };
    for (const command of program.commands) collect(command, []);
  }
  return found;
}

/** Whether the desk does its work. */
export const isOfDesk = ({ command }: Leaf) => command.options.some(({ long }) => long === '--desk');

function argumentsOf({ name, command }: Leaf): string[] {
  return command.registeredArguments
    .filter(({ required }) => required)
    .flatMap((one) => {
      if (one.variadic)
        return ['a', 'b', ...(command.options.some(({ long }) => long === '--yes') ? ['--yes'] : [])];
      return name === 'golive verify' ? [certificate] : [VALUES[one.name()] ?? 'nordic'];
    });
}

/** Such as `--note nordic`. */
function wordsOf(option: Option): string[] {
  const name = option.long ?? option.flags;
  const [, placeholder] = /[<[](.*?)(?:\.\.\.)?[>\]]/.exec(option.flags) ?? [];
  if (placeholder === undefined) return [name];
  if (name === '--policy') return [name, POLICY_FILE];
  if (name === '--against') return [name, OTHER_POLICY];
  if (name === '--out') return [name, folder.file('written')];
  if (name === '--effects') return [name, 'acts'];
  return [name, VALUES[placeholder] ?? 'given'];
}

const mandatoryOf = ({ command }: Leaf): string[] =>
  command.options.filter(({ mandatory }) => mandatory).flatMap(wordsOf);

/** The calls of a command, each with and without one of its options. */
export function callsOf(leaf: Leaf): { without: string[]; option: string[] }[] {
  const { name, command } = leaf;
  const usual = [...argumentsOf(leaf), ...mandatoryOf(leaf), ...(USUAL[name] ?? [])];
  return [usual, ...(OTHERWISE[name] ?? [])].flatMap((call) =>
    command.options.map((option) => {
      const at = call.indexOf(option.long ?? '');
      const words = wordsOf(option);
      const rest = at < 0 ? call : [...call.slice(0, at), ...call.slice(at + words.length)];
      return { without: [...name.split(' '), ...rest], option: words };
    }),
  );
}
