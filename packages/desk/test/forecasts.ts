import type { ForecastAnswer, ForecastRequest, Forecasts } from '@hub/messaging';

export const ACCEPTED: ForecastAnswer = {
  end: { kind: 'answered', verdict: { status: 200, outcome: 'accepted' } },
  commands: { 'order.route': 1 },
  rows: { seller_order: 1 },
};

/** Workers with the same answer for every message, and the requests to them. Null: none answers. */
export function workersThat(answer: ForecastAnswer | null): Forecasts & { asked: ForecastRequest[] } {
  const asked: ForecastRequest[] = [];
  return {
    asked,
    ask: async (request) => {
      asked.push(request);
      return answer;
    },
  };
}
