import { inProject } from '../project.mjs';

const TEST_VHOSTS = Array.from({ length: 8 }, (_, index) => `test_${index + 1}`);
/** One for each of the whole journeys that run side by side. */
export const E2E_VHOSTS = ['e2e', 'e2e_2', 'e2e_3'];

/**
 * A set of services: where it keeps its state, and what it is to offer. `npm start` and `npm test` have one
 * each, so that tests never disturb a running system.
 *
 * @typedef {{ name: string, folder: string, envFile: string, vhosts: string[], durable: boolean, database:
 *   string }} ServiceSet
 */

/** @type {ServiceSet} For `npm start` and `npm run hub`: the data stays from one run to the next. */
export const RUN_SET = {
  name: 'services',
  folder: inProject('.hub', 'services'),
  envFile: inProject('.hub', 'env.json'),
  vhosts: ['/hub'],
  database: 'hub',
  durable: true,
};

/** @type {ServiceSet} For tests: empty at the start, gone at the end. Tests make their own databases. */
export const TEST_SET = {
  name: 'test',
  folder: inProject('.hub', 'test'),
  envFile: inProject('.hub', 'test-env.json'),
  vhosts: [...TEST_VHOSTS, ...E2E_VHOSTS],
  database: 'postgres',
  durable: false,
};

/** @returns {ServiceSet} services of one benchmark, which commit as in production; remove them with `removeSet` */
export const benchSet = () => ({
  ...RUN_SET,
  name: `bench-${process.pid}`,
  folder: inProject('.hub', `bench-${process.pid}`),
  envFile: inProject('.hub', `bench-${process.pid}`, 'env.json'),
});

/** @returns {ServiceSet} test services that no other run shares */
export const privateTestSet = () => ({
  ...TEST_SET,
  name: `test-${process.pid}`,
  folder: inProject('.hub', `test-${process.pid}`),
  envFile: inProject('.hub', `test-${process.pid}`, 'env.json'),
});
