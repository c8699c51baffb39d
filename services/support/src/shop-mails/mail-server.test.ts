import { describe, expect, it } from '@jest/globals';
import { outcomeOf } from './mail-server';

describe('D38: how a mail ended that the mail server did not take', () => {
  it.each([
    ['no connection was made', { code: 'ECONNECTION', command: 'CONN' }],
    ['its name is not known', { code: 'EDNS', command: 'CONN' }],
    ['it did not greet in time', { code: 'ETIMEDOUT', command: 'CONN' }],
    ['it refuses our password', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }],
    ['it refuses the sender', { code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }],
    ['it defers the contact', { code: 'EENVELOPE', responseCode: 450, command: 'RCPT TO' }],
    ['it defers the mail', { code: 'EMESSAGE', responseCode: 451, command: 'DATA' }],
  ])('sent later: %s', (_, error) => {
    expect(outcomeOf(Object.assign(new Error('text of the server'), error)).kind).toBe('later');
  });

  it.each([
    ['it refuses the contact', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }],
    ['it refuses the mail', { code: 'EMESSAGE', responseCode: 554, command: 'DATA' }],
    ['the contact is no address', { code: 'EENVELOPE' }],
  ])('a problem of the shop: %s', (_, error) => {
    expect(outcomeOf(Object.assign(new Error('text of the server'), error)).kind).toBe('refused');
  });

  it.each([
    ['the connection was lost after the mail', { code: 'ESOCKET', command: 'DATA' }],
    ['no answer came to the mail', { code: 'ETIMEDOUT', command: 'DATA' }],
    ['anything else', {}],
  ])('not sent again, for it may have been sent: %s', (_, error) => {
    expect(outcomeOf(Object.assign(new Error('text of the server'), error)).kind).toBe('unknown');
  });

  it('says the codes, and never what the server wrote', () => {
    const error = Object.assign(new Error('550 <ops@nordic.example> unknown'), {
      code: 'EENVELOPE',
      responseCode: 550,
      command: 'RCPT TO',
    });
    expect(outcomeOf(error)).toEqual({ kind: 'refused', failure: 'EENVELOPE 550' });
    expect(outcomeOf(undefined)).toEqual({ kind: 'unknown', failure: 'unknown' });
  });
});
