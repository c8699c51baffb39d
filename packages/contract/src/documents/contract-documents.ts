import { eventAddressDocument } from './event-address';
import { eventsDocument } from './events-api';
import { storeApiDocument } from './store-api';

/** The generated documents of the contract: file name and text. */
export function contractDocuments(): Record<string, string> {
  return {
    'store-api.openapi.json': text(storeApiDocument()),
    'event-address.openapi.json': text(eventAddressDocument()),
    'events.asyncapi.json': text(eventsDocument()),
  };
}

const text = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
