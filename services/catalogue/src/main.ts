import { endLeanStart } from '@hub/runtime/lean-start';
import { runWorker } from '@hub/messaging';
import { readCatalogueConfig } from './config';
import { saveMemory } from './save-memory';
import { subscriptions } from './subscriptions';

saveMemory();
void runWorker({ service: 'catalogue', readConfig: readCatalogueConfig, subscriptions }).then(endLeanStart);
