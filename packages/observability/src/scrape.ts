import type { Pace } from './pace';
import { jobOf, SERVICES } from './services';

/** `HEALTH_PORT` of the images. */
const PORT = 9000;

/**
 * What Prometheus scrapes: each service is a job, each copy an instance. Here by DNS, as a headless service of an orchestrator
 * resolves; whatever finds the copies, the names of the jobs stay.
 */
export function prometheusConfig(pace: Pace) {
  return {
    global: { scrape_interval: pace.span('15s'), evaluation_interval: pace.span('30s') },
    rule_files: ['rules.yml'],
    alerting: { alertmanagers: [{ static_configs: [{ targets: ['alertmanager:9093'] }] }] },
    scrape_configs: SERVICES.map((service) => ({
      job_name: jobOf(service),
      dns_sd_configs: [{ names: [service], type: 'A', port: PORT }],
    })),
  };
}
