import { endLeanStart } from '@hub/runtime/lean-start';
import { runWorker } from '@hub/messaging';
import { inventoryConfig } from './config';
import { subscriptions } from './subscriptions';

void runWorker({ service: 'inventory', readConfig: inventoryConfig, subscriptions }).then(endLeanStart);
