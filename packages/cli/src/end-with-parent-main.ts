/**
 * Loaded before a service's own program: standard input is a pipe that only the process which started the service
 * holds. Once that process has ended, even by SIGKILL, the service shuts down cleanly; no service is left running
 * unseen.
 */
process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
