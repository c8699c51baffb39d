import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@hub/cli';
import { RehearsalRecord } from '@hub/conformance';
import { generatedCatalogue, type SimulatedStore, startStore } from '@hub/store-simulator';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const PACKAGES = resolve(__dirname, '../../packages');
const TOKEN = 'token-of-the-tarball-test';
const SECRET = 'secret-of-the-tarball-test';

let folder: string;
let store: SimulatedStore;
let sample: ChildProcess | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-rehearse-'));
  await installTarballs();
  store = await aStore();
}, 120_000);
afterAll(async () => {
  await store?.stop();
  sample?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  output: string;
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { PATH, HOME } = process.env;
  return new Promise((ended) => {
    const options = { cwd: folder, env: { PATH, HOME, ...env } };
    const child = execFile(command, args, options, (_, stdout, stderr) =>
      ended({ code: child.exitCode, output: `${stdout}${stderr}` }),
    );
  });
}

/** What a store's developer does, except for the registry: its packages are in this workspace already. */
async function installTarballs(): Promise<void> {
  const packages = ['contract', 'conformance', 'store-kit'].map((name) => join(PACKAGES, name));
  const packed = await run('npm', ['pack', ...packages]);
  const tarballs = readdirSync(folder).map((name) => `./${name}`);
  expect([packed.code, tarballs]).toEqual([0, packages.map(() => expect.any(String))]);
  const others = ['zod', 'commander'].map((name) =>
    realpathSync(join(PACKAGES, 'conformance', 'node_modules', name)),
  );
  const installed = await run('npm', [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    ...tarballs,
    ...others,
  ]);
  expect(installed).toEqual({ code: 0, output: expect.any(String) });
}

function aStore(): Promise<SimulatedStore> {
  const places = { hubLocationId: '9000', locations: ['1001'] };
  return startStore({
    ...places,
    slug: 'tarball-shop',
    country: 'SE',
    currency: 'EUR',
    bearerToken: TOKEN,
    signingSecret: SECRET,
    echoes: { inventory: true },
    deliveryDelaysMs: [0, 100, 100],
    control: true,
    catalogue: generatedCatalogue({ ...places, products: 110, variantsPerProduct: 1, seed: 1, stock: 9 }),
  });
}

const rehearse = (args: string[]) =>
  run('npx', ['--offline', 'hub-rehearse', ...args], { HUB_BEARER_TOKEN: TOKEN, HUB_SIGNING_SECRET: SECRET });

describe('hub-rehearse from tarballs in an empty folder', () => {
  it('D32: rehearses a store that keeps the contract, without a hub and without this workspace', async () => {
    const { apiRoot } = store;
    const files = ['--json', 'record.json', '--junit', 'junit.xml'];
    const local = ['--allow-insecure', '--images-via', apiRoot];
    const people = ['--events-port', String(await freePort()), '--simulate', `${apiRoot}/_control`];
    const { code, output } = await rehearse([
      apiRoot,
      '--network-location',
      '9000',
      ...local,
      ...people,
      ...files,
    ]);
    const record = RehearsalRecord.parse(JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8')));
    const { checks } = record;
    expect(checks.filter(({ result }) => result !== 'passed')).toEqual([]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(' 0 failed, 0 not run') });
    expect(new Set(checks.map(({ direction }) => direction)).size).toBe(2);
    const junit = readFileSync(join(folder, 'junit.xml'), 'utf8');
    expect(junit.match(/<testcase /g)).toHaveLength(checks.length);
    for (const secret of [TOKEN, SECRET])
      expect(JSON.stringify(record) + output + junit).not.toContain(secret);
  });

  it('says every fault of the command at once, and goes no further', async () => {
    const { code, output } = await run('npx', [
      '--offline',
      'hub-rehearse',
      'http://127.0.0.1:1',
      '--network-location',
      '9000',
    ]);
    expect(code).toBe(2);
    for (const fault of [/HUB_BEARER_TOKEN is not set/, /HUB_SIGNING_SECRET is not set/, /--allow-insecure/])
      expect(output).toMatch(fault);
  });
});

/** The kit's own example, as it is in the package. */
async function startSampleStore(eventsPort: number): Promise<string> {
  cpSync(join(folder, 'node_modules/@hub/store-kit/examples'), folder, { recursive: true });
  const port = String(await freePort());
  const env = {
    PATH: process.env['PATH'],
    PORT: port,
    EVENTS_URL: `http://127.0.0.1:${eventsPort}/shops/sample/events`,
    STORE_BEARER_TOKEN: TOKEN,
    STORE_SIGNING_SECRET: SECRET,
  };
  sample = spawn(process.execPath, ['sample-store.mjs'], { cwd: folder, env, stdio: 'inherit' });
  const root = `http://127.0.0.1:${port}`;
  await eventually(() => fetch(root));
  return root;
}

describe('@hub/store-kit from tarballs in an empty folder', () => {
  it('D32: its sample store passes every check of a rehearsal, in both directions', async () => {
    const eventsPort = await freePort();
    const root = await startSampleStore(eventsPort);
    const local = ['--allow-insecure', '--images-via', root, '--shop-slug', 'sample'];
    const people = ['--events-port', String(eventsPort), '--simulate', `${root}/_control`];
    const files = ['--json', 'sample.json'];
    const { code, output } = await rehearse([
      root,
      '--network-location',
      '9000',
      ...local,
      ...people,
      ...files,
    ]);
    const { checks } = RehearsalRecord.parse(JSON.parse(readFileSync(join(folder, 'sample.json'), 'utf8')));
    expect(checks.filter(({ result }) => result !== 'passed')).toEqual([]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(' 0 failed, 0 not run') });
    expect(new Set(checks.map(({ direction }) => direction)).size).toBe(2);
  });

  it('an adapter that `hub adapter create` wrote passes its tests as it is', async () => {
    const hub = join(PACKAGES, 'cli', 'dist', 'main.js');
    const into = ['--into', join(folder, 'adapter')];
    expect(await run(process.execPath, [hub, 'adapter', 'create', 'woo', ...into])).toMatchObject({
      code: 0,
    });
    const { code, output } = await run(process.execPath, ['--test', 'adapter/adapter.test.mjs']);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('fail 0') });
  });
});
