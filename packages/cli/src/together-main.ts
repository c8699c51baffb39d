import { endLeanStart } from '@hub/runtime/lean-start';
import { ConfigError, createLogger, runService, runTogether, type Service } from '@hub/runtime';
import { environment } from './environment';
import { serviceEnvironment } from './services/service-environment';
import { moduleOf, SERVICES, STOPS_FIRST, type ServiceName } from './services/service-list';

/** What stops first is started last. */
const ORDER = [...SERVICES].sort((one, other) => Number(one === STOPS_FIRST) - Number(other === STOPS_FIRST));

async function load(name: ServiceName): Promise<Service> {
  const { service }: { service: Service } = await import(moduleOf(name));
  return () => service(serviceEnvironment(name, environment()));
}

/** Every service's options. Throws one `ConfigError` with the faults of all. */
function describeAll(services: readonly Service[]) {
  const faults = new Set<string>();
  const described = services.flatMap((service) => {
    try {
      return [service()];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const fault of error.faults) faults.add(fault);
      return [];
    }
  });
  if (faults.size > 0) throw new ConfigError([...faults]);
  return described;
}

/** `hub up --together`: all services in this process. */
async function main(): Promise<void> {
  const services = await Promise.all(ORDER.map(load));
  const logger = createLogger({ service: 'hub', level: 'info' });
  await runService(() => runTogether(describeAll(services), logger));
  endLeanStart();
}

void main();
