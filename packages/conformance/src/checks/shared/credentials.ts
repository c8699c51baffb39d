import { randomUUID } from 'node:crypto';
import {
  sign,
  STORE_ENDPOINTS,
  type StoreErrorCode,
  storeErrorStatus,
  type StoreOperation,
} from '@hub/contract';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import type { StoreCall } from '../../http/store-caller';
import { describeAnswer, requireRefusal } from '../../judge';
import type { Step } from '../../record';

/**
 * A call whose credentials are judged. It names what does not exist, so that a store that does not check carries out
 * nothing.
 */
interface GuardedCall {
  step: Step;
  operation: StoreOperation;
  /** The endpoint's name in the ids of checks. */
  name: string;
  call: (context: CheckContext) => StoreCall;
}

/** The bearer token that every request carries. */
export function bearerChecks(guarded: GuardedCall): Check[] {
  return [
    refused(guarded, {
      what: 'bearer_missing',
      rule: 'Without a bearer token',
      spoilt: (call) => ({ ...call, bearer: null }),
    }),
    refused(guarded, {
      what: 'bearer_wrong',
      rule: 'With another bearer token than the store’s',
      spoilt: (call) => ({ ...call, bearer: `wrong-${randomUUID()}` }),
    }),
  ];
}

/** The signature that every request with a body carries (D2). */
export function signatureChecks(guarded: GuardedCall & { acceptedAs: StoreErrorCode }): Check[] {
  return [
    refused(guarded, {
      what: 'signature_missing',
      rule: 'Without X-HUB-Signature',
      spoilt: (call) => ({ ...call, signature: null }),
    }),
    refused(guarded, {
      what: 'signature_wrong',
      rule: 'Signed with a secret that is not the store’s',
      spoilt: (call) => ({ ...call, signature: sign(`wrong-${randomUUID()}`, textOf(call)) }),
    }),
    refused(guarded, {
      what: 'signature_of_other_bytes',
      rule: 'With a signature of another body',
      spoilt: (call, { target }) => ({
        ...call,
        signature: sign(target.signingSecrets[0], `${textOf(call)} `),
      }),
    }),
    rawBytes(guarded),
    olderSecret(guarded),
  ];
}

interface Refused {
  what: string;
  rule: string;
  spoilt: (call: StoreCall, context: CheckContext) => StoreCall;
}

function refused(guarded: GuardedCall, { what, rule, spoilt }: Refused): Check {
  const { step, operation, name } = guarded;
  const { endpoint } = STORE_ENDPOINTS[operation];
  return {
    id: `${step}.${name}_${what}`,
    step,
    direction: 'to_store',
    rule: `${rule}, ${endpoint} is refused as 401 unauthorized.`,
    async play(context) {
      const answer = await context.store.once(spoilt(guarded.call(context), context));
      requireRefusal(answer, 'unauthorized', `${endpoint}, ${what.replaceAll('_', ' ')}`);
    },
  };
}

/**
 * The digest is over the bytes as received: a store that re-serialises the body before it verifies gets another one.
 */
function rawBytes(guarded: GuardedCall & { acceptedAs: StoreErrorCode }): Check {
  const { step, operation, name, acceptedAs } = guarded;
  const { endpoint } = STORE_ENDPOINTS[operation];
  return {
    id: `${step}.${name}_signature_of_raw_bytes`,
    step,
    direction: 'to_store',
    rule: `The signature of ${endpoint} is of the bytes as they were sent, however the JSON in them is written.`,
    async play(context) {
      const call = guarded.call(context);
      // The same JSON value, in a very unusual form.
      const text = JSON.stringify(call.body, null, 3).replaceAll('rehearsal', String.raw`\u0072ehearsal`);
      const answer = await context.store.deliver({ ...call, text });
      requireAccepted(answer, acceptedAs, {
        seen: `${endpoint} with spaces and escapes in its JSON, signed rightly`,
        correct: 'take the HMAC over the raw bytes of the request, before anything parses them',
      });
    },
  };
}

function olderSecret(guarded: GuardedCall & { acceptedAs: StoreErrorCode }): Check {
  const { step, operation, name, acceptedAs } = guarded;
  const { endpoint } = STORE_ENDPOINTS[operation];
  return {
    id: `${step}.${name}_signature_of_older_secret`,
    step,
    direction: 'to_store',
    rule: `While secrets rotate, ${endpoint} signed with an older secret is still accepted.`,
    appliesTo: ({ signingSecrets }) => signingSecrets.length > 1,
    async play(context) {
      const [, ...older] = context.target.signingSecrets;
      for (const secret of older) {
        const call = guarded.call(context);
        const answer = await context.store.deliver({ ...call, signature: sign(secret, textOf(call)) });
        requireAccepted(answer, acceptedAs, {
          seen: `${endpoint} signed with an older secret that is still agreed`,
          correct: 'verify with every secret that has not run out, the older ones too',
        });
      }
    },
  };
}

/** The credentials are right, so the store read the body, and found that what it names does not exist. */
function requireAccepted(
  answer: Parameters<typeof requireRefusal>[0],
  acceptedAs: StoreErrorCode,
  { seen, correct }: { seen: string; correct: string },
): void {
  if (answer.kind === 'answered' && answer.status === 401)
    throw new CheckFault(`${seen}: the store ${describeAnswer(answer)}`, correct);
  requireRefusal(
    answer,
    acceptedAs,
    `${seen} (it names what does not exist: ${storeErrorStatus(acceptedAs)})`,
  );
}

function textOf(call: StoreCall): string {
  return call.text ?? JSON.stringify(call.body);
}
