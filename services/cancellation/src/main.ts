import { endLeanStart } from '@hub/runtime/lean-start';
import { runWorker } from '@hub/messaging';
import { readCancellationConfig } from './config';
import { subscriptions } from './subscriptions';

void runWorker({ service: 'cancellation', readConfig: readCancellationConfig, subscriptions }).then(
  endLeanStart,
);
