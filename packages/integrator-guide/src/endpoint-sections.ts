import { sign, SIGNATURE_HEADER, STORE_ENDPOINTS, storeErrorStatus } from '@hub/contract';
import { exampleCall, STORE_ENDPOINT_TEXTS } from '@hub/contract/documents';
import { fieldsTable } from './fields';
import { code } from './markdown';

/** For each endpoint: what is sent and what must be answered, with an exact example and its signature. */
export function endpointSections(): [name: string, text: string][] {
  return Object.entries(STORE_ENDPOINT_TEXTS).map(([operation, text]) => {
    const { endpoint, capability } = STORE_ENDPOINTS[operation as keyof typeof STORE_ENDPOINTS];
    const { request, receipt } = exampleCall(endpoint);
    const errors = text.errors.map((one) => `\`${storeErrorStatus(one)} ${one}\``).join(', ');
    return [
      `endpoint ${endpoint}`,
      [
        `${text.description} Capability: \`${capability}\`.`,
        ...(text.request === undefined ? [] : ['Sent:', fieldsTable(text.request)]),
        'Receipt, with status `200`:',
        fieldsTable(text.receipt),
        'An example:',
        code('http', requestOf(endpoint, request)),
        'and answered:',
        code('json', JSON.stringify(receipt)),
        `Instead of the receipt you may answer: ${errors}. [What we do then](answers.md#your-answers-to-our-calls).`,
      ].join('\n\n'),
    ];
  });
}

function requestOf(endpoint: string, request: object | undefined): string {
  const path = endpoint.replace('{order_id}', '50001');
  if (!request) return [`${path}?limit=100 HTTP/1.1`, 'Authorization: Bearer hub-test-token'].join('\n');
  const body = JSON.stringify(request);
  return [
    `${path} HTTP/1.1`,
    'Authorization: Bearer hub-test-token',
    'Content-Type: application/json',
    `${SIGNATURE_HEADER}: ${sign('hub-test-secret', body)}`,
    '',
    body,
  ].join('\n');
}
