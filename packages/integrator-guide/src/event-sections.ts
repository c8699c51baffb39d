import {
  EVENTS,
  requireEvent,
  sign,
  SIGNATURE_HEADER,
  successBody,
  type EventName,
  type Outcome,
} from '@hub/contract';
import { answersOf, dataSchemaName, exampleEvent, exampleOwnReturn } from '@hub/contract/documents';
import { fieldsTable } from './fields';
import { code } from './markdown';

const SECRET = 'hub-test-secret';

/** For each event: who answers when, its fields, an exact example with its signature, and the possible answers. */
export function eventSections(): [name: string, text: string][] {
  return [
    ...EVENTS.map(({ name }): [string, string] => [`event ${name}`, sectionOf(name)]),
    ['own return', code('http', requestOf(exampleOwnReturn()))],
    ['envelope', fieldsTable('Envelope')],
  ];
}

function sectionOf(name: EventName): string {
  const { capability, answerWithinMs } = requireEvent(name);
  const { outcomes, errors } = answersOf(name);
  const quoted = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');
  return [
    `Capability: \`${capability}\`. Answered within ${answerWithinMs / 1_000} s. Outcomes of a \`200\`: ${quoted(outcomes)}.`,
    '`data`:',
    fieldsTable(dataSchemaName(name)),
    `An example, signed with the secret \`${SECRET}\`. Nothing follows the last brace:`,
    code('http', requestOf(exampleEvent(name))),
    'Answered:',
    code('json', answerOf(name, outcomes[0] ?? 'accepted')),
    `Possible error codes: ${quoted(errors)}. [What each means and what to do](answers.md).`,
  ].join('\n\n');
}

/** The answer to the example above it, with the id of that event. */
function answerOf(name: EventName, outcome: Outcome): string {
  const { event_id } = exampleEvent(name);
  return JSON.stringify(successBody(String(event_id), outcome));
}

function requestOf(event: object): string {
  const body = JSON.stringify(event);
  return [
    'POST /shops/nordic-outdoor/events HTTP/1.1',
    'Content-Type: application/json',
    `${SIGNATURE_HEADER}: ${sign(SECRET, body)}`,
    '',
    body,
  ].join('\n');
}
