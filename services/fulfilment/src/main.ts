import { endLeanStart } from '@hub/runtime/lean-start';
import { runWorker } from '@hub/messaging';
import { readFulfilmentConfig } from './config';
import { subscriptions } from './subscriptions';

void runWorker({ service: 'fulfilment', readConfig: readFulfilmentConfig, subscriptions }).then(endLeanStart);
