import { readFileSync } from 'node:fs'

/** Linux counts times of processes in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** What a process has used so far. 0 where the system does not tell, or the process has ended. Source: proc_pid_stat(5). */
export function processorSeconds(pid: number | undefined): number {
  try {
    // The name in brackets may hold anything; what follows it is numbers, with the state first.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
