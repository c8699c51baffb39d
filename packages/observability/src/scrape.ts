import type { Pace } from './pace';
import { jobOf, SERVICES } from './services';

/** `HEALTH_PORT` of the images. */
const PORT = 9000;

/** Where what takes part is found. */
export interface Places {
  alertmanager: string;
  /** How Prometheus finds the copies of a service, in the terms of a scrape configuration. */
  copiesOf(service: string): object;
}

/** By DNS, as a headless service of an orchestrator resolves. */
export const BY_DNS: Places = {
  alertmanager: 'alertmanager:9093',
  copiesOf: (service) => ({ dns_sd_configs: [{ names: [service], type: 'A', port: PORT }] }),
};

/** What Prometheus scrapes: each service is a job, each copy an instance. Whatever finds the copies, the names of the jobs stay. */
export function prometheusConfig(pace: Pace, places: Places) {
  return {
    global: { scrape_interval: pace.span('15s'), evaluation_interval: pace.span('30s') },
    rule_files: ['rules.yml'],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [places.alertmanager] }] }] },
    scrape_configs: SERVICES.map((service) => ({ job_name: jobOf(service), ...places.copiesOf(service) })),
  };
}
