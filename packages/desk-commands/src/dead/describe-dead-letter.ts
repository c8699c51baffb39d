import type { DeadLetterSummary, ShownDeadLetter } from '@hub/support-desk';
import { time } from '../fields';

/** A failed message in `hub dead list --json`: exactly these fields (D27). */
export function describeSummary(letter: DeadLetterSummary) {
  return {
    id: letter.id,
    type: letter.type,
    origin: letter.origin,
    shop: letter.shop,
    order_id: letter.orderId,
    reason: letter.reason,
    attempts: letter.attempts,
    first_failed_at: time(letter.firstFailedAt),
    last_failed_at: time(letter.lastFailedAt),
    state: letter.state,
  };
}

export type DescribedDeadLetter = ReturnType<typeof describeShown>;

/** `hub dead show`; `revealed`: the body with its personal data, otherwise without. */
export function describeShown(letter: ShownDeadLetter, revealed: Buffer | null) {
  const { forecast, actions } = letter;
  return {
    ...describeSummary(letter),
    event_id: letter.eventId,
    correlation: letter.correlation,
    died: letter.count,
    outcome: letter.outcome,
    ended_at: time(letter.endedAt),
    stack: letter.stack,
    body_bytes: letter.bodyBytes,
    body_sha256: letter.bodySha256,
    body: revealed === null ? letter.maskedBody : bodyOf(revealed),
    personal_data: revealed === null ? 'masked' : 'revealed',
    edit: letter.edit && {
      by: letter.edit.by,
      at: time(letter.edit.at),
      changed: letter.edit.changed,
      body: letter.edit.maskedBody,
    },
    editable: { yes: letter.editable.yes, says: letter.editable.says },
    replay: { effect: forecast.effect, says: forecast.says },
    actions: actions.map(({ at, actor, action, detail }) => ({ at: time(at), actor, action, detail })),
  };
}

/** As JSON if it is JSON, otherwise as text or base64. */
function bodyOf(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) return { base64: bytes.toString('base64') };
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
