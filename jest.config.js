const { readFileSync } = require('node:fs');
const nodePath = require('node:path');

/** What is imported is loaded when it is used. */
const compiler = '<rootDir>/infra/checks/lazy-imports.js';
const code = JSON.parse(readFileSync(nodePath.join(__dirname, '.swcrc'), 'utf8'));
const react = { runtime: 'automatic', importSource: 'preact' };
/** The support desk's pages: the same compiler, and elements as they are written. */
const pages = {
  swcrc: false,
  jsc: { parser: { syntax: 'typescript', tsx: true }, target: 'es2022', transform: { react } },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

/** Packages that come as ES modules alone, which jest on Node 20 cannot load as they are. */
const esModules = ['preact', 'openid-client', 'oauth4webapi', 'jose'];
const asCommonJs = { swcrc: false, jsc: { target: 'es2022' }, module: { type: 'commonjs' } };

/** Pure rules run in `unit`; whatever needs PostgreSQL or RabbitMQ (`*.db.test.ts`) and whole journeys run beside. */
const shared = {
  testEnvironment: '<rootDir>/infra/checks/patient-environment.js',
  testEnvironmentOptions: { customExportConditions: ['hub-source', 'node', 'require', 'default'] },
  transform: {
    '^.+\\.ts$': [compiler, code],
    '^.+\\.tsx$': [compiler, pages],
    [`/node_modules/(${esModules.join('|')})/.+\\.m?js$`]: ['@swc/jest', asCommonJs],
  },
  transformIgnorePatterns: [`/node_modules/(?!\\.pnpm/|(${esModules.join('|')})/)`],
  // What is imported when it is asked for is named as Node.js wants it, by the file that is built.
  moduleNameMapper: {
    '^(\\.\\.?/(broker|commands|database|desk|door|event|golive|keys|order|rehearse|restore|routing|services|settlement|shop|tracing|vat)/[\\w-]+)\\.js$':
      '$1',
  },
  setupFiles: ['<rootDir>/infra/checks/same-properties.js'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.hub/'],
  modulePathIgnorePatterns: ['<rootDir>/.hub/', '/dist/', '<rootDir>/adapters/[^/]+/(node_modules|\\.hub)/'],
};

/** The tests of `unit` and `real` in few files, for a whole run (`infra/checks/test-groups.mjs`). */
const groups = {
  ...shared,
  displayName: 'groups',
  roots: [process.env.HUB_TEST_GROUPS],
  testMatch: ['**/*.test.js'],
  testPathIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: [],
};

module.exports = {
  // Longer than "eventually" waits: on a busy machine a test ends by what it waits for.
  testTimeout: 60_000 * Number(process.env.HUB_TEST_PATIENCE ?? 1),
  // A worker that what earlier files left behind has made so large begins again: collecting garbage costs more than that.
  workerIdleMemoryLimit: '1GB',
  projects: [
    ...(process.env.HUB_TEST_GROUPS ? [groups] : []),
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,prisma,infra,e2e,adapters}/**/*.test.{ts,tsx,js}'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, '\\.(db|e2e|trial|adapter)\\.test\\.ts$'],
    },
    {
      ...shared,
      displayName: 'real',
      testMatch: ['<rootDir>/{packages,services,prisma}/**/*.db.test.ts'],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/e2e/**/*.e2e.test.ts'],
    },
    {
      // Long trials as small as they go, minutes each: by `npm run trials`, which CI runs after `npm test`.
      ...shared,
      displayName: 'trials',
      testMatch: ['<rootDir>/{e2e,packages}/**/*.trial.test.ts'],
    },
    {
      // Real shop platforms, each on its island: by its own command alone, and never part of `npm test`.
      ...shared,
      displayName: 'adapters',
      testMatch: ['<rootDir>/e2e/adapters/*.adapter.test.ts'],
    },
  ],
};
