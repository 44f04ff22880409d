import { readFileSync } from 'node:fs'

/** Linux reports times of processes in this unit, whatever its kernel uses. Source: proc(5), sysconf(3). */
const TICKS_PER_SECOND = 100

/** The seconds that a process has worked so far; nothing if it has ended, or on systems that do not tell it without a process. */
export function processorSeconds(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined
  try {
    // The name of the program, in parentheses, may contain anything.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?!.*\) )/)
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return user === undefined || system === undefined ? undefined : (user + system) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
