import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '@hub/testing';
import { z } from 'zod';

const SHOWN = join(repositoryRoot(), 'docs', 'integrators', 'signing');
const DRIVERS = join(repositoryRoot(), 'e2e', 'test', 'support', 'signing');
const LONGEST_MS = 60_000;

interface Language {
  /** The file of `docs/integrators/signing`, and where its driver looks for it. */
  readonly shown: readonly [file: string, place: string];
  readonly driver: string;
  /** One after another; the last one reads the vectors. */
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  /** The function that compares in constant time. */
  readonly comparesWith: string;
  readonly extra?: Readonly<Record<string, string>>;
}

/** Tried in every run of the journeys. */
export const LANGUAGES = {
  PHP: {
    shown: ['hub_signature.php', 'hub_signature.php'],
    driver: 'driver.php',
    commands: [['php', 'driver.php']],
    comparesWith: 'hash_equals(',
  },
  Python: {
    shown: ['hub_signature.py', 'hub_signature.py'],
    driver: 'driver.py',
    commands: [['python3', 'driver.py']],
    comparesWith: 'hmac.compare_digest(',
  },
  Ruby: {
    shown: ['hub_signature.rb', 'hub_signature.rb'],
    driver: 'driver.rb',
    commands: [['ruby', 'driver.rb']],
    comparesWith: 'OpenSSL.fixed_length_secure_compare(',
  },
  'C#': {
    shown: ['HubSignature.cs', 'HubSignature.cs'],
    driver: 'Driver.cs',
    commands: [
      ['mcs', '-out:driver.exe', 'HubSignature.cs', 'Driver.cs'],
      ['mono', 'driver.exe'],
    ],
    comparesWith: 'CryptographicOperations.FixedTimeEquals(',
  },
} as const satisfies Record<string, Language>;

/** By a separate command: the toolchain is too large for every run. */
export const GO: Language = {
  shown: ['hub_signature.go', 'hubsignature/hub_signature.go'],
  driver: 'driver.go',
  commands: [['go', 'run', '.']],
  comparesWith: 'hmac.Equal(',
  extra: { 'go.mod': 'module signing\n\ngo 1.19\n' },
};

const Vectors = z.object({
  sign: z.array(
    z.object({ name: z.string(), secret: z.string(), body_base64: z.string(), header: z.string() }),
  ),
  verify: z.array(
    z.object({
      name: z.string(),
      secrets: z.array(z.string()),
      body_base64: z.string(),
      header: z.string().nullable(),
      verifies: z.boolean(),
    }),
  ),
});

const readVectors = () => Vectors.parse(JSON.parse(readFileSync(join(SHOWN, 'vectors.json'), 'utf8')));

/** What the vectors ask for, by the name of each. */
export function expectedAnswers(): Map<string, string> {
  const { sign, verify } = readVectors();
  return new Map([
    ...sign.map(({ name, header }): [string, string] => [`sign: ${name}`, header]),
    ...verify.map(({ name, verifies }): [string, string] => [`verify: ${name}`, String(verifies)]),
  ]);
}

/** What the file shown says to them. Throws where the language's programs are missing or fail. */
export function answersIn(language: Language): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-signing-'));
  try {
    layOut(language, folder);
    let printed = '';
    for (const [program, ...args] of language.commands) printed = run(program, args, folder);
    const answers = printed.trimEnd().split('\n');
    return new Map([...expectedAnswers().keys()].map((name, index) => [name, answers[index] ?? 'nothing']));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const shownFile = ({ shown: [file] }: Language): string => readFileSync(join(SHOWN, file), 'utf8');

function layOut({ shown: [file, place], driver, extra = {} }: Language, folder: string): void {
  mkdirSync(dirname(join(folder, place)), { recursive: true });
  cpSync(join(SHOWN, file), join(folder, place));
  cpSync(join(DRIVERS, driver), join(folder, driver));
  for (const [name, text] of Object.entries(extra)) writeFileSync(join(folder, name), text);
}

function run(program: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(program, args, { cwd, input: asLines(), encoding: 'utf8', timeout: LONGEST_MS });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isMissing
      ? new Error(`"${program}" is missing: npm test and npm run test:signing install it`)
      : error;
  }
}

/** One vector a line, its fields in base64, `-` for a header that is missing. */
function asLines(): string {
  const { sign, verify } = readVectors();
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const lines = [
    ...sign.map(({ secret, body_base64 }) => ['sign', base64(secret), body_base64]),
    ...verify.map(({ secrets, body_base64, header }) => [
      'verify',
      body_base64,
      header === null ? '-' : base64(header),
      ...secrets.map(base64),
    ]),
  ];
  return lines.map((fields) => `${fields.join('\t')}\n`).join('');
}
