import { workerService } from '@hub/messaging';
import { readReturnsConfig } from './config';
import { subscriptions } from './subscriptions';

/** The worker, to be run by its own process or beside other services in one. */
export const service = workerService({ name: 'returns', readConfig: readReturnsConfig, subscriptions });
