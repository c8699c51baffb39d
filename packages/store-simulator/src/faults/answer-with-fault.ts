import { setTimeout as wait } from 'node:timers/promises';

import { StoreErrorCode, storeErrorStatus } from '@hub/contract';

import type { Answer } from '../answer';
import type { Fault } from './faults';

/** An answer to write, or the connection cut without one. */
export type Reply = Answer | 'dropped';

interface CallUnderWay {
  /** Does what the call asks and returns the right answer; run at most once. */
  carryOut: () => Promise<Answer>;
  /** Called while the answer waits. */
  onWait: () => void;
}

/** Carries out a call as the fault says: not at all, late, or with a corrupted answer. */
export async function answerWithFault(fault: Fault | null, call: CallUnderWay): Promise<Reply> {
  const { carryOut } = call;
  switch (fault?.kind) {
    case undefined:
      return carryOut();
    case 'status':
      return failure(fault);
    case 'delay':
      return late(fault, call);
    case 'drop':
      if (fault.when === 'after') await carryOut();
      return 'dropped';
    case 'wrong_receipt':
      return onlySuccess(await carryOut(), (answer) => ({ ...answer, body: spoilt(answer.body, fault) }));
    case 'success_status':
      return onlySuccess(await carryOut(), (answer) => ({ ...answer, status: fault.status }));
    case 'wrong_body':
      return onlySuccess(await carryOut(), (answer) => ({ ...answer, body: fault.body }));
  }
}

function failure({ status, code, retryAfter, headers }: Extract<Fault, { kind: 'status' }>): Answer {
  return {
    status,
    body: { error: { code: code ?? usualCode(status), message: 'a fault on demand' } },
    headers: { ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }), ...headers },
  };
}

/** The first code that the contract lists with the status. */
function usualCode(status: number): string {
  return StoreErrorCode.options.find((code) => storeErrorStatus(code) === status) ?? 'temporary_failure';
}

async function late(
  fault: Extract<Fault, { kind: 'delay' }>,
  { carryOut, onWait }: CallUnderWay,
): Promise<Answer> {
  const early = fault.when === 'after' ? await carryOut() : null;
  onWait();
  await wait(fault.ms, undefined, { ref: false });
  return early ?? carryOut();
}

/** A fault of the receipt needs a receipt: an error of the call itself stays as it is. */
function onlySuccess(answer: Answer, spoil: (answer: Answer) => Answer): Answer {
  return answer.status === 200 ? spoil(answer) : answer;
}

function spoilt(body: unknown, fault: Extract<Fault, { kind: 'wrong_receipt' }>): unknown {
  const changed = Object.entries({ ...Object(body), ...fault.change });
  return Object.fromEntries(changed.filter(([field]) => !fault.without?.includes(field)));
}
