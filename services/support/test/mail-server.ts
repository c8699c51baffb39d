import { SMTPServer } from 'smtp-server';

/** A real mail server that keeps what it receives, or refuses it. */
export class MailServer {
  readonly received: { to: string[]; text: string }[] = [];
  refuse = false;
  /** An address that it does not know. */
  unknown = '';

  private constructor(private readonly server: SMTPServer) {}

  static async open(): Promise<MailServer> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        done(address === mails.unknown ? new Error('no such mailbox') : null);
      },
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (mails.refuse) return done(new Error('not now'));
          const to = envelope.rcptTo.map(({ address }) => address);
          mails.received.push({ to, text: Buffer.concat(chunks).toString('utf8') });
          done();
        });
      },
    });
    const mails = new MailServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return mails;
  }

  get url(): string {
    const address = this.server.server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `smtp://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
