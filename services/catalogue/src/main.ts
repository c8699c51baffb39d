import { endLeanStart } from '@hub/runtime/lean-start';
import { runService } from '@hub/runtime';
import { saveMemory } from './save-memory';
import { service } from './service';

saveMemory();
void runService(service).then(endLeanStart);
