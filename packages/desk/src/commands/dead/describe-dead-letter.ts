import { describeMessage } from '../../messages/message-list';
import type { ShownDeadLetter } from '../../messages/show-dead-letter';
import { time } from '../fields';

export type DescribedDeadLetter = ReturnType<typeof describeShown>;

/** `hub dead show`; `revealed`: the body with its personal data, otherwise without. */
export function describeShown(failedMessage: ShownDeadLetter, revealed: Buffer | null) {
  const { forecast, actions } = failedMessage;
  return {
    ...describeMessage(failedMessage),
    event_id: failedMessage.eventId,
    correlation: failedMessage.correlation,
    died: failedMessage.count,
    outcome: failedMessage.outcome,
    ended_at: time(failedMessage.endedAt),
    stack: failedMessage.stack,
    body_bytes: failedMessage.bodyBytes,
    body_sha256: failedMessage.bodySha256,
    body: revealed === null ? failedMessage.maskedBody : bodyOf(revealed),
    personal_data: revealed === null ? 'masked' : 'revealed',
    edit: failedMessage.edit && {
      by: failedMessage.edit.by,
      at: time(failedMessage.edit.at),
      changed: failedMessage.edit.changed,
      body: failedMessage.edit.maskedBody,
    },
    editable: { yes: failedMessage.editable.yes, says: failedMessage.editable.says },
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
