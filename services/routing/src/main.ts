import { endLeanStart } from '@hub/runtime/lean-start';
import { runWorker } from '@hub/messaging';
import { readRoutingConfig } from './config';
import { subscriptions } from './subscriptions';

void runWorker({ service: 'routing', readConfig: readRoutingConfig, subscriptions }).then(endLeanStart);
