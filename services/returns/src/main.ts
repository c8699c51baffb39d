import { endLeanStart } from '@hub/runtime/lean-start';
import { runWorker } from '@hub/messaging';
import { readReturnsConfig } from './config';
import { subscriptions } from './subscriptions';

void runWorker({ service: 'returns', readConfig: readReturnsConfig, subscriptions }).then(endLeanStart);
