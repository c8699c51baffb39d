import { LinkProposalState } from '@hub/database';
import { describePair } from '../links/pair-list';
import { listLinkProposals } from '../links/list-link-proposals';
import { z } from 'zod';
import { look } from './command';
import { CommandFault } from './command-fault';

/** One proposal. */
export const linkShow = look({
  input: z.strictObject({ proposal: z.uuid() }),
  run: async ({ db }, { proposal }) => {
    const states = Object.values(LinkProposalState);
    const [found] = await listLinkProposals(db, { ids: [proposal], states, limit: 1 });
    if (!found) throw new CommandFault('unknown', ['there is no such proposal']);
    return describePair(found);
  },
});
