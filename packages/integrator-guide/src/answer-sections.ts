import { LIMITS, refusal, ServiceErrorCode, StoreErrorCode, storeErrorStatus, OUTCOMES } from '@hub/contract';
import { EVENT_ERROR_ADVICE, OUTCOME_ADVICE, STORE_ERROR_ADVICE } from '@hub/contract/documents';
import { sheetFields } from '@hub/shops';
import { table } from './markdown';

/** Tables of answers, limits and the sheet. */
export function answerSections(): [name: string, text: string][] {
  return [
    [
      'outcomes',
      table(
        ['outcome', 'means', 'do now'],
        OUTCOMES.map((outcome) => [
          `\`${outcome}\``,
          OUTCOME_ADVICE[outcome].means,
          OUTCOME_ADVICE[outcome].doNow,
        ]),
      ),
    ],
    ['event codes', table(['status', 'code', 'means', 'do now'], eventCodes())],
    ['store codes', table(['status', 'code', 'means', 'what we do'], storeCodes())],
    ['limits', table(['limit', 'value'], limits())],
    ['sheet', table(['field', 'required', 'form', 'left out', 'meaning'], sheet())],
  ];
}

function eventCodes(): string[][] {
  return ServiceErrorCode.options
    .map((code) => ({ code, status: refusal(code, '').status, ...EVENT_ERROR_ADVICE[code] }))
    .toSorted((one, other) => one.status - other.status)
    .map(({ code, status, means, doNow }) => [String(status), `\`${code}\``, means, doNow]);
}

function storeCodes(): string[][] {
  return StoreErrorCode.options.map((code) => {
    const { means, doNow } = STORE_ERROR_ADVICE[code];
    return [String(storeErrorStatus(code)), `\`${code}\``, means, doNow];
  });
}

const seconds = (ms: number) => `${ms / 1_000} s`;
const minutes = (ms: number) => `${ms / 60_000} minutes`;

function limits(): string[][] {
  return [
    ['an event body', `${LIMITS.maxEventBytes / 1024} KiB`],
    ['an identifier', `1 to ${LIMITS.identifierLength} characters`],
    ['a quantity', `whole, at most ${LIMITS.maxQuantity}`],
    [
      'an amount',
      `not negative, at most ${LIMITS.amountDecimals} decimals and ${LIMITS.amountDigits} digits`,
    ],
    ['fractions of a second', `at most ${LIMITS.instantFractionDigits} digits`],
    ['how far a time of yours may be ahead of our clock', seconds(LIMITS.futureToleranceMs)],
    ['network lines of one order', String(LIMITS.maxNetworkLines)],
    [
      'events of one shop that are not answered yet, at one ingress',
      `${LIMITS.undecidedEventsPerShop}, together ${LIMITS.undecidedBytesPerShop / 1024 / 1024} MiB`,
    ],
    [
      'the answer to an event',
      `within ${seconds(LIMITS.verdictWaitMs)}; \`order.cancelled\` ${seconds(LIMITS.cancellationVerdictWaitMs)}; then \`503\``,
    ],
    [
      'your attempts at an event',
      `at least ${LIMITS.storeDeliveryAttempts} over at least ${minutes(LIMITS.storeDeliveryPeriodMs)}`,
    ],
    [
      'our attempts at a call',
      `${LIMITS.attempts}, ${seconds(LIMITS.attemptTimeoutMs)} each, waiting longer each time from ${seconds(LIMITS.backoffBaseMs)}`,
    ],
    ['`Retry-After` of yours', `honoured up to ${seconds(LIMITS.retryAfterCapMs)}`],
    ['a page of `GET /products`', `${LIMITS.maxPageBytes / 1024 / 1024} MiB`],
    ['any other answer of yours', `${LIMITS.maxAnswerBytes / 1024} KiB`],
    ['a catalogue', `${LIMITS.pageSize} products asked for a page, at most ${LIMITS.maxPages} pages`],
    [
      'a run that retires variants',
      `waits for the operator where it would retire more than half of more than ${LIMITS.retireMinimumVariants}`,
    ],
    [
      'the same event id is known for',
      `${LIMITS.stockLedgerDays} days for stock; permanently for orders, packages, cancellations and returns`,
    ],
  ];
}

function sheet(): string[][] {
  return sheetFields().map(({ name, isRequired, fallback, values, form, meaning }) => [
    `\`${name}\``,
    isRequired ? 'yes' : '',
    values.length > 0 ? values.map((value) => `\`${value}\``).join(', ') : form,
    isRequired || fallback === null ? '' : `\`${JSON.stringify(fallback)}\``,
    meaning,
  ]);
}
