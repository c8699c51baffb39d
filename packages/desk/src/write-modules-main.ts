import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTIONS, SHOP_ACTIONS } from './actions';
import { actionLabelsModule, actionOptionsModule } from './engine/action-modules';
import { listOptionsModule } from './engine/list-options';
import { LISTS } from './lists';

/** Part of `npm run docs`: writes what the hub command needs of lists and actions, and the labels of actions. */
const packages = join(__dirname, '..', '..');
writeFileSync(join(packages, 'cli', 'src', 'desk', 'list-options.ts'), listOptionsModule(LISTS));
writeFileSync(join(packages, 'cli', 'src', 'desk', 'action-options.ts'), actionOptionsModule(ACTIONS));
writeFileSync(
  join(packages, 'desk', 'src', 'engine', 'action-labels.ts'),
  actionLabelsModule([...ACTIONS, ...SHOP_ACTIONS]),
);
