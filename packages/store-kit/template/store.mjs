import { createServer } from 'node:http';
import { createStoreKit, loggingHooks, memoryStorage } from '@hub/store-kit';
import { createAdapter } from './adapter.mjs';
import { platformInMemory } from './platform-in-memory.mjs';

const { PORT = '4100', EVENTS_URL, STORE_BEARER_TOKEN, STORE_SIGNING_SECRET } = process.env;

const kit = createStoreKit({
  adapter: createAdapter(platformInMemory()), // NAME itself here
  storage: memoryStorage(), // postgresStorage, sqliteStorage or sqlStorage here: this one forgets
  credentials: () => ({ bearerTokens: [STORE_BEARER_TOKEN], signingSecrets: [STORE_SIGNING_SECRET] }),
  eventsUrl: EVENTS_URL,
  networkLocationId: 'network',
  currency: 'EUR',
  hooks: loggingHooks((line) => process.stderr.write(`${line}\n`)),
});

createServer((request, response) => kit.router(request, response)).listen(Number(PORT), () => kit.start());
