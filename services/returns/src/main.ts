import { endLeanStart } from '@hub/runtime/lean-start';
import { runService } from '@hub/runtime';
import { service } from './service';

void runService(service).then(endLeanStart);
