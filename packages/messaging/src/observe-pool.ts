import { poolFigures, type Database } from '@hub/database';
import { gauge, type Component } from '@hub/runtime';

const observed = new Set<Database>();

gauge({
  name: 'hub_database_connections',
  help: 'Connections of this process: lent for work, idle; `waiting` is work that waits for one.',
  labelNames: ['state'],
  collect() {
    const figures = [...observed].map(poolFigures);
    for (const state of ['lent', 'idle', 'waiting'] as const)
      this.set(
        { state },
        figures.reduce((sum, one) => sum + one[state], 0),
      );
  },
});

/** Exposes how the connections of a process are used, until it stops. */
export function observePool(db: Database): Component {
  observed.add(db);
  return {
    name: 'pool figures',
    async stop() {
      observed.delete(db);
    },
  };
}
