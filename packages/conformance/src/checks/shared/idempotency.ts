import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { codeOf, describeAnswer, requireRefusal } from '../../judge';
import type { IdempotentCall } from './idempotent-call';

/** The same call again, in every way in which the service may repeat it. */
export function idempotencyChecks<Body extends object>(call: IdempotentCall<Body>): Check[] {
  return [repeated(call), together(call), answerLost(call), cutOff(call), otherData(call)];
}

function repeated<Body extends object>(call: IdempotentCall<Body>): Check {
  return checkOf(call, 'repeated', {
    rule: 'the identical request again gets the receipt of the first; nothing is done twice.',
    async play(context) {
      const { fresh, identity } = await call.settled(context);
      for (const time of ['a second', 'a third']) {
        const to = `${call.endpoint}, identical for ${time} time`;
        requireSame(call, [identity, await call.carryOut(context, fresh, to)], to);
      }
    },
  });
}

function together<Body extends object>(call: IdempotentCall<Body>): Check {
  const { atOnce } = call.definition;
  return checkOf(call, 'at_once', {
    rule: `${atOnce} identical requests at the same moment get one and the same receipt.`,
    async play(context) {
      const fresh = await call.fresh(context);
      const to = `${atOnce} times ${call.endpoint}, identical and at once`;
      const sent = Array.from({ length: atOnce }, () => context.store.deliver(fresh.call));
      // A request to wait does not answer the question; the repeat at the end does.
      const decided = (await Promise.all(sent)).filter((one) => one.kind === 'none' || one.status !== 429);
      const given = decided.map((answer) => call.identityOf(answer, fresh, to));
      requireSame(call, [...given, await call.carryOut(context, fresh, to)], to);
    },
  });
}

function answerLost<Body extends object>(call: IdempotentCall<Body>): Check {
  return checkOf(call, 'answer_lost', {
    rule: 'where the answer is lost on its way, the repeat gets the receipt.',
    play: (context) => afterCut(context, call, 'answered'),
  });
}

function cutOff<Body extends object>(call: IdempotentCall<Body>): Check {
  return checkOf(call, 'cut_off', {
    rule: 'where the connection breaks as soon as the request is sent, the repeat right after it gets the receipt.',
    play: (context) => afterCut(context, call, 'sent'),
  });
}

async function afterCut<Body extends object>(
  context: CheckContext,
  call: IdempotentCall<Body>,
  cut: 'answered' | 'sent',
): Promise<void> {
  const fresh = await call.fresh(context);
  await context.store.once({ ...fresh.call, cut });
  const to = `${call.endpoint}, identical again after the connection broke`;
  const first = await call.carryOut(context, fresh, to);
  requireSame(call, [first, await call.carryOut(context, fresh, to)], to);
}

function otherData<Body extends object>(call: IdempotentCall<Body>): Check {
  return checkOf(call, 'changed', {
    rule: 'other data under a reference that was used is refused as 409 idempotency_conflict, and changes nothing.',
    async play(context) {
      const { fresh, identity } = await call.settled(context);
      for (const [what, body] of await call.definition.changed(context, fresh.call.body)) {
        const answer = await context.store.deliver({ ...fresh.call, body });
        const to = `${call.endpoint} with ${what} under a used external_ref`;
        if (codeOf(answer) === 'order_already_shipped')
          throw new CheckFault(
            `${to}: the store ${describeAnswer(answer)}`,
            'look at the reference first: idempotency_conflict distinguishes a mistake of the service from a parcel that has left',
          );
        requireRefusal(answer, 'idempotency_conflict', to);
      }
      const to = `${call.endpoint}, identical again after the conflict`;
      requireSame(call, [identity, await call.carryOut(context, fresh, to)], to);
    },
  });
}

function requireSame<Body extends object>(
  { definition }: IdempotentCall<Body>,
  given: readonly unknown[],
  to: string,
): void {
  const different = [...new Set(given)];
  if (different.length > 1)
    throw new CheckFault(
      `${to}: ${different.length} values of ${definition.identity}, among them ${different.slice(0, 3).join(', ')}`,
      'keep external_ref under a unique index, in the transaction that carries the request out, and answer a repeat from what was kept',
    );
}

function checkOf<Body extends object>(
  { definition, endpoint }: IdempotentCall<Body>,
  what: string,
  { rule, play }: Pick<Check, 'rule' | 'play'>,
): Check {
  const { step, name } = definition;
  return { id: `${step}.${name}_${what}`, step, direction: 'to_store', rule: `${endpoint}: ${rule}`, play };
}
