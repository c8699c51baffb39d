import { describe, expect, it } from '@jest/globals';
import type { CheckResult, RehearsalRecord } from '../record';
import { junitReport } from './junit';
import { terminalReporter } from './terminal';

const at = '2026-11-22T09:00:00.000Z';

function result(change: Partial<CheckResult>): CheckResult {
  const head = {
    id: 'orders.created',
    step: 'orders',
    direction: 'to_store',
    rule: 'An order is created.',
  } as const;
  return { ...head, result: 'passed', at, evidence: [], fault: null, reason: null, ...change };
}

const RECORD: RehearsalRecord = {
  version: 1,
  runner: { name: 'runner', version: '1' },
  shop_slug: null,
  environment: null,
  store_api_root: 'https://shop.example/api',
  run_code: null,
  started_at: at,
  ended_at: at,
  clean_up: [],
  checks: [
    result({}),
    result({ result: 'failed', fault: { seen: 'order_id is "<a&b>"\u0000', correct: 'send it' } }),
    result({ id: 'returns.registered', step: 'returns', result: 'not_run', reason: 'none was sold' }),
  ],
};

describe('reports of a rehearsal', () => {
  it('JUnit: a suite for each step, and text that XML allows', () => {
    expect(junitReport(RECORD).split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="runner" timestamp="${at}" tests="3" failures="1" skipped="1">`,
      '  <testsuite name="orders" tests="2" failures="1" skipped="0">',
      '    <testcase classname="orders" name="orders.created: An order is created."/>',
      '    <testcase classname="orders" name="orders.created: An order is created.">',
      '      <failure message="order_id is &quot;&lt;a&amp;b&gt;&quot;\uFFFD">order_id is &quot;&lt;a&amp;b&gt;&quot;\uFFFD',
      'Correct it: send it</failure>',
      '    </testcase>',
      '  </testsuite>',
      '  <testsuite name="returns" tests="1" failures="0" skipped="1">',
      '    <testcase classname="returns" name="returns.registered: An order is created.">',
      '      <skipped message="none was sold"/>',
      '    </testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  it('terminal: progress, what was seen and how to correct it', () => {
    const lines: string[] = [];
    const report = terminalReporter((line) => lines.push(line), false);
    const checks = RECORD.checks.map((one) => ({ ...one, play: () => Promise.resolve() }));
    report({ kind: 'began', checks, code: 'BCDFGHJK' });
    for (const [index, check] of checks.entries()) {
      report({ kind: 'check_began', check });
      const ended = RECORD.checks[index];
      if (ended) report({ kind: 'check_ended', result: ended });
    }
    report({ kind: 'left_open', what: 'shipping order 7' });
    report({ kind: 'ended', record: RECORD });
    expect(lines.join('\n').split('\n')).toEqual([
      '3 checks',
      'Code of this run: BCDFGHJK. Every sale for it carries it in name, company or address_line2 of the address.',
      '',
      'orders',
      '✓ [1/3] orders.created: An order is created.',
      '✗ [2/3] orders.created: An order is created.',
      '    seen: order_id is "<a&b>"\\x00',
      '    correct: send it',
      '',
      'returns',
      '– [3/3] returns.registered: An order is created.',
      '    not run: none was sold',
      '',
      'Put this right by hand: shipping order 7',
      '',
      '✗ failed orders.created: An order is created.',
      '    seen: order_id is "<a&b>"\\x00',
      '    correct: send it',
      '',
      '1 passed, 1 failed, 1 not run',
    ]);
  });
});
