import { allQueues, moveQueues, queueNames } from '../src';

/** A move of queues whose process is killed midway, after so many messages. */
const { AMQP_URL = '', REPLACE = '', KILLED_AFTER = '' } = process.env;

void moveQueues({
  config: { AMQP_URL },
  replace: REPLACE.split(','),
  existing: queueNames(allQueues()),
  moved: (messages) => {
    if (messages >= Number(KILLED_AFTER)) process.kill(process.pid, 'SIGKILL');
  },
});
