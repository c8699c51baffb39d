import { readFileSync } from 'node:fs';

const KIB_PER_MIB = 1_024;

/** Memory that a process holds, as the kernel counts it (`VmRSS`), in MiB; 0 where there is no `/proc`, or no such process. */
export function memoryOf(pid: number | undefined): number {
  try {
    const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kib ?? 0) / KIB_PER_MIB);
  } catch {
    return 0;
  }
}
