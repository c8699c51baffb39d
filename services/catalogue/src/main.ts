import { runWorker } from '@hub/messaging';
import { readCatalogueConfig } from './config';
import { subscriptions } from './subscriptions';

void runWorker({ service: 'catalogue', readConfig: readCatalogueConfig, subscriptions });
