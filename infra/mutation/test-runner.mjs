import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import * as circus from 'jest-circus';
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';
import { forgetModules, loadTypeScript } from './load-typescript.js';

const require = createRequire(import.meta.url);
const TEST_TIMEOUT_MS = 60_000;
/** As `jest.config.js` has it: what runs before the tests of a file. */
const SETUP_FILES = ['../checks/same-properties.js'];
/** In the copy: its tests, the quickest first. The first run writes it for all processes. */
const ORDER = 'tests-in-order.json';
const NO_TITLE = /(?!)/;

/** What Stryker's changed sources share with its runner: the change that is active, and what the tests reach. */
const shared = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

/**
 * Runs the unit tests of a part for each change, in one process and by Jest's own engine and matchers. Stryker's runner for Jest
 * begins a run of Jest for every change, which takes many times as long as the tests of a rule.
 *
 * The rules and their tests are loaded again for every change: one to what is computed as a module is loaded counts too.
 */
class InOneProcess {
  files = JSON.parse(process.env.HUB_MUTATION_TESTS).map((file) => join(process.cwd(), file));

  capabilities() {
    return { reloadEnvironment: true };
  }

  init() {
    loadTypeScript({ '@jest/globals': jestGlobals() }, forNoTest);
    for (const file of SETUP_FILES) require(file);
    circus.addEventHandler(({ name, test }) => {
      if (name === 'test_start') shared.currentTestId = idOf(pathOf(test));
      if (name === 'test_done') shared.currentTestId = undefined;
      // One test that notices is enough.
      if (name === 'test_fn_failure') circus.getState().testNamePattern = NO_TITLE;
    });
  }

  async dryRun() {
    const perTest = {};
    const tests = [];
    const took = new Map();
    for (const file of this.files) {
      const coverage = { static: {}, perTest: {} };
      shared.mutantCoverage = coverage;
      const begin = performance.now();
      const results = await run(file);
      took.set(file, performance.now() - begin);
      // What a module computes as it is loaded may decide any test of the file.
      for (const { id } of results) perTest[id] = added(coverage.perTest[id] ?? {}, coverage.static);
      tests.push(...results);
    }
    delete shared.mutantCoverage;
    writeFileSync(ORDER, JSON.stringify(this.files.toSorted((a, b) => took.get(a) - took.get(b))));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: { static: {}, perTest } };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
    Object.assign(shared, { activeMutant: activeMutant.id, hitCount: hitLimit && 0, hitLimit });
    const tests = [];
    this.ordered ??= JSON.parse(readFileSync(ORDER, 'utf8'));
    for (const file of this.ordered) {
      const chosen = testFilter?.filter((id) => id.startsWith(`${file}: `));
      if (chosen?.length === 0) continue;
      tests.push(...(await run(file, chosen)));
      if (tests.some(({ status }) => status === TestStatus.Failed)) break;
    }
    const endless = determineHitLimitReached(shared.hitCount, hitLimit);
    Object.assign(shared, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests }, disableBail);
  }
}

function jestGlobals() {
  const { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } = circus;
  const mocker = new ModuleMocker(globalThis);
  const jest = Object.fromEntries(
    ['fn', 'mocked', 'restoreAllMocks', 'spyOn'].map((name) => [name, mocker[name].bind(mocker)]),
  );
  return { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test };
}

/** A module that a test is the first to use belongs to no test: others of its file use it too. */
function forNoTest(evaluate) {
  const { currentTestId } = shared;
  shared.currentTestId = undefined;
  try {
    return evaluate();
  } finally {
    shared.currentTestId = currentTestId;
  }
}

let current = '';
const idOf = (titles) => `${current}: ${titles.join(' ')}`;
const pathOf = ({ name, parent }) => (parent === undefined ? [] : [...pathOf(parent), name]);

/** @param {string[]} [chosen] ids of the tests to run; without them all */
async function run(file, chosen) {
  current = file;
  forgetModules(process.cwd());
  circus.resetState();
  const state = circus.getState();
  state.testTimeout = TEST_TIMEOUT_MS;
  try {
    require(file);
  } catch (error) {
    return [{ ...endOf(chosen?.[0] ?? file), status: TestStatus.Failed, failureMessage: String(error) }];
  }
  if (chosen !== undefined) {
    const titles = chosen.map((id) => escaped(id.slice(idOf([]).length)));
    state.testNamePattern = new RegExp(`^(?:${titles.join('|')})$`);
  }
  const { testResults } = await circus.run();
  return testResults
    .filter(({ status }) => status === 'done')
    .map(({ testPath: [, ...titles], duration, errors }) => ({
      ...endOf(idOf(titles), duration),
      ...(errors.length === 0
        ? { status: TestStatus.Success }
        : { status: TestStatus.Failed, failureMessage: errors[0] }),
    }));
}

function endOf(id, duration) {
  return { id, name: id, timeSpentMs: duration ?? 0 };
}

function escaped(text) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-one-process', InOneProcess)];

/** How often each change was reached: while a module was loaded, and by a test. */
function added(one, other) {
  const sum = { ...one };
  for (const [id, hits] of Object.entries(other)) sum[id] = (sum[id] ?? 0) + hits;
  return sum;
}
