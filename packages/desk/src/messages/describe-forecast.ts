import type { Verdict } from '@hub/contract';
import { messageLabel, outcomeLabel, refusalLabel, type ForecastAnswer } from '@hub/messaging';
import type { ReplayForecast } from './replay-forecast';

/** A worker's forecast as text. */
export function describeForecast(answer: ForecastAnswer): ReplayForecast {
  const { end } = answer;
  switch (end.kind) {
    case 'answered':
      return describeVerdict(end.verdict, answer);
    case 'pending':
      return { effect: 'resumes', says: `answered once its calls have ended${followUps(answer)}` };
    case 'handled':
      return changes(answer) && !end.ignored
        ? { effect: 'acts', says: `${outcomeLabel(end.outcome)}${followUps(answer)}` }
        : { effect: 'nothing', says: `no effect: ${outcomeLabel(end.outcome)}` };
    case 'again':
      return { effect: 'resumes', says: `tried again by itself: ${end.reason}` };
    case 'fails':
      return { effect: 'fails', says: `fails again: ${end.reason}` };
    case 'calls':
      return {
        effect: 'acts',
        says: `calls the store of ${end.shop} (${end.call}), and goes by its answer`,
      };
    case 'goes_on':
      return { effect: 'acts', says: `works in several steps${followUps(answer)}` };
    case 'busy':
      return { effect: 'unclear', says: 'no forecast: another is working on it' };
    case 'too_slow':
      return { effect: 'unclear', says: 'no forecast: it takes longer than two seconds' };
  }
}

function describeVerdict(verdict: Verdict, answer: ForecastAnswer): ReplayForecast {
  if (verdict.status !== 200) {
    const field = verdict.field === undefined ? '' : `, field ${verdict.field}`;
    const says = `answered ${verdict.status}: ${refusalLabel(verdict.code)}${field}`;
    return { effect: verdict.status === 503 ? 'resumes' : 'refused', says };
  }
  if (!changes(answer)) return { effect: 'nothing', says: `no effect: ${outcomeLabel(verdict.outcome)}` };
  const effect = verdict.outcome === 'accepted' ? 'acts' : 'resumes';
  return { effect, says: `${outcomeLabel(verdict.outcome)}${followUps(answer)}` };
}

function changes({ commands, rows }: ForecastAnswer): boolean {
  return Object.keys(commands).length + Object.keys(rows).length > 0;
}

/** The labels of the commands that it would send. */
function followUps({ commands }: ForecastAnswer): string {
  const named = Object.entries(commands).map(
    ([type, count]) => `${messageLabel(type) ?? type}${count > 1 ? ` (${count})` : ''}`,
  );
  return named.length === 0 ? '' : `; then: ${named.join(', ')}`;
}
