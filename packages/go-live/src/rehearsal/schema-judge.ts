import { errorBody, findEvent, readEnvelope, readEventData, successBody, type Refusal } from '@hub/contract';
import type { EventJudge } from './events-of-run';

/** Answers events by what the contract says of each alone: envelope and data; the same id with other bytes is a conflict. */
export function schemaJudge(): EventJudge {
  const seen = new Map<string, Buffer>();
  return {
    receive({ bytes }) {
      const read = readEnvelope(bytes, Date.now());
      if (!read.ok) return refused(read.refusal);
      const { event, event_id: id, data } = read.envelope;
      const definition = findEvent(event);
      const dataRead = definition && readEventData(definition.data, data);
      if (dataRead && !dataRead.ok) return refused(dataRead.refusal);
      const earlier = seen.get(id);
      if (earlier && !earlier.equals(bytes))
        return refused({
          status: 409,
          code: 'event_id_conflict',
          message: 'event_id was used for another event',
        });
      seen.set(id, bytes);
      return { status: 200, body: successBody(id, earlier ? 'duplicate' : 'accepted') };
    },
  };
}

function refused({ status, ...error }: Refusal) {
  return { status, body: errorBody(error) };
}
