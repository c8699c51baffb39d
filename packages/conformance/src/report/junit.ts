import { type CheckResult, type RehearsalRecord, STEPS } from '../record';

/** The record as JUnit XML, a suite for each step: for continuous integration. */
export function junitReport({ runner, checks, started_at }: RehearsalRecord): string {
  const suites = STEPS.map((step) => ({ step, results: checks.filter((check) => check.step === step) }));
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name=${attribute(runner.name)} timestamp=${attribute(started_at)} ${counts(checks)}>`,
    ...suites
      .filter(({ results }) => results.length > 0)
      .flatMap(({ step, results }) => [
        `  <testsuite name=${attribute(step)} ${counts(results)}>`,
        ...results.flatMap(testCase),
        '  </testsuite>',
      ]),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function testCase({ id, step, rule, fault, reason }: CheckResult): string[] {
  const open = `    <testcase classname=${attribute(step)} name=${attribute(`${id}: ${rule}`)}`;
  if (fault)
    return [
      `${open}>`,
      `      <failure message=${attribute(fault.seen)}>${escaped(`${fault.seen}\nCorrect it: ${fault.correct}`)}</failure>`,
      '    </testcase>',
    ];
  if (reason !== null)
    return [`${open}>`, `      <skipped message=${attribute(reason)}/>`, '    </testcase>'];
  return [`${open}/>`];
}

function counts(results: readonly CheckResult[]): string {
  const of = (kind: CheckResult['result']) => results.filter(({ result }) => result === kind).length;
  return `tests="${results.length}" failures="${of('failed')}" skipped="${of('not_run')}"`;
}

function attribute(text: string): string {
  return `"${escaped(text)}"`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 allows no control characters except tab and line breaks, and no lone surrogates. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
