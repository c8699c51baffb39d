import { errorBody, storeErrorStatus, type StoreErrorCode } from '@hub/contract';

/** An endpoint's answer: a JSON body, or a text where a fault needs one. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** `200` with the receipt. */
export function receiptAnswer(receipt: object): Answer {
  return { status: 200, body: receipt };
}

/**
 * One of the contract's store errors; its status follows from the code, the message never contains a received value.
 */
export function errorAnswer(code: StoreErrorCode, message: string, field?: string): Answer {
  return { status: storeErrorStatus(code), body: errorBody({ code, message, field }) };
}

export const NO_SUCH_ENDPOINT: Answer = {
  status: 404,
  body: { error: { code: 'not_found', message: 'the store has no such endpoint' } },
};
