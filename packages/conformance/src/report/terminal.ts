import { styleText } from 'node:util';
import { visibleText } from '@hub/contract';
import type { Progress } from '../rehearse';
import type { CheckResult } from '../record';
import { RUN_CODE_FIELDS } from '../run-code';

const MARKS = { passed: '✓', failed: '✗', not_run: '–' } as const;
const COLOURS = { passed: 'green', failed: 'red', not_run: 'yellow' } as const;

/** Prints progress on a terminal, check by check; for each fault what was seen and how to correct it. */
export function terminalReporter(write: (line: string) => void, colours: boolean) {
  let step = '';
  let played = 0;
  let total = 0;
  return (progress: Progress): void => {
    switch (progress.kind) {
      case 'began':
        total = progress.checks.length;
        write(`${total} checks`);
        return write(
          `Code of this run: ${progress.code}. Every sale for it carries it in ${RUN_CODE_FIELDS}.`,
        );
      case 'check_began':
        if (progress.check.step !== step) write(`\n${progress.check.step}`);
        step = progress.check.step;
        return;
      case 'check_ended':
        played += 1;
        return write(linesOf(progress.result, `[${played}/${total}]`, colours).join('\n'));
      case 'left_open':
        return write(`\nPut this right by hand: ${visibleText(progress.what)}`);
      case 'ended':
        return write(summary(progress.record.checks, colours).join('\n'));
    }
  };
}

function linesOf(
  { id, rule, result, fault, reason }: CheckResult,
  place: string,
  colours: boolean,
): string[] {
  const mark = colours ? styleText(COLOURS[result], MARKS[result]) : MARKS[result];
  const head = `${mark} ${place} ${id}: ${rule}`;
  if (fault)
    return [head, `    seen: ${visibleText(fault.seen)}`, `    correct: ${visibleText(fault.correct)}`];
  return reason === null ? [head] : [head, `    not run: ${visibleText(reason)}`];
}

/** Repeats the failures: there may be a hundred checks and prompts above. */
function summary(results: readonly CheckResult[], colours: boolean): string[] {
  const of = (kind: CheckResult['result']) => results.filter(({ result }) => result === kind);
  const failed = of('failed').flatMap((one) => linesOf(one, 'failed', colours));
  const counts = `${of('passed').length} passed, ${of('failed').length} failed, ${of('not_run').length} not run`;
  return ['', ...(failed.length > 0 ? [...failed, ''] : []), counts];
}
