import { describe, expect, it } from '@jest/globals';
import { askLead } from './ask-lead-mail';

const order = { id: 'row-1', orderId: 'gid-9', orderNumber: '#1053', shopName: 'Nordic Outdoor' };
const problem = {
  title: 'It is not known whether Suomi Retki has its shipping order',
  onlyLead: ['Suomi Retki has it'],
};

describe('a mail that asks a lead, ready to be sent', () => {
  it('names the order by the number that the customer has, the problem, and what only a lead can do', () => {
    const { to, subject, text } = askLead(order, problem);
    expect({ to, subject }).toEqual({
      to: [],
      subject: 'Order #1053 of Nordic Outdoor: It is not known whether Suomi Retki has its shipping order',
    });
    expect(text).toContain('the order #1053 (id gid-9) of Nordic Outdoor');
    expect(text).toContain('Only a lead can do this: Suomi Retki has it.');
    expect(text).toContain('/orders/row-1');
  });

  it('says nothing of what only a lead can do where an agent can do everything', () => {
    expect(askLead(order, { ...problem, onlyLead: [] }).text).not.toContain('Only a lead');
  });
});
