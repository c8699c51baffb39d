import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inProject } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { step } from '../step.mjs';
import { compilerEnv } from './compiler-env.mjs';
import { BUILT } from './is-prepared.mjs';

const GENERATED = inProject('prisma', 'src', 'generated');
const GENERATED_FROM = inProject('.hub', 'generated-from');
/**
 * `prisma generate` does not use the schema engine, yet would download it from outside the registries unless
 * it is given some file that exists.
 */
const NO_DOWNLOAD = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
};
/** The configuration names the variable; nothing is connected to. */
const UNUSED_URL = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };

/** Generates the Prisma client from the schema; nothing where the schema is the one it was generated from. */
export function generateClient() {
  return step('Prisma client: generates it from the schema', async (note) => {
    const expected = fingerprint([
      ...schemaFiles(),
      inProject('prisma', 'prisma.config.ts'),
      inProject('pnpm-lock.yaml'),
    ]);
    if (
      existsSync(GENERATED) &&
      existsSync(GENERATED_FROM) &&
      readFileSync(GENERATED_FROM, 'utf8') === expected
    )
      return note('up to date');
    const prisma = inProject('prisma', 'node_modules', 'prisma', 'build', 'index.js');
    const env = { ...process.env, ...UNUSED_URL, ...NO_DOWNLOAD };
    await runCommand(process.execPath, [prisma, 'generate'], { cwd: inProject('prisma'), env });
    mkdirSync(dirname(GENERATED_FROM), { recursive: true });
    return writeFileSync(GENERATED_FROM, expected);
  });
}

/** Compiles every package and service to its `dist`. */
export const buildWorkspace = () =>
  step('Build: compiles what has changed', async () => {
    const beganAt = new Date();
    const tsc = inProject('node_modules', 'typescript', 'bin', 'tsc');
    await runCommand(process.execPath, [tsc, '-b'], { env: compilerEnv() });
    mkdirSync(dirname(BUILT), { recursive: true });
    writeFileSync(BUILT, '');
    utimesSync(BUILT, beganAt, beganAt);
  });

/**
 * Applies the migrations that the database does not have yet; makes a role for each service, too, where it is to have one.
 *
 * @param {{ DATABASE_URL: string, HUB_ROLE_PER_SERVICE: string }} env
 */
export const migrateDatabase = ({ DATABASE_URL, HUB_ROLE_PER_SERVICE }) =>
  step('Database: applies the migrations it lacks', () =>
    runCommand(process.execPath, [inProject('prisma', 'dist', 'migrate-main.js')], {
      env: { ...process.env, DATABASE_URL, HUB_ROLE_PER_SERVICE },
    }),
  );

const schemaFiles = () =>
  readdirSync(inProject('prisma', 'schema'))
    .sort()
    .map((name) => inProject('prisma', 'schema', name));

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}
