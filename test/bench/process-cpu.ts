import { readdirSync, readFileSync } from 'node:fs'

/** How many parts of a second Linux counts a process's time in. */
const TICKS_PER_SECOND = 100

interface Process {
  readonly id: number
  readonly parent: number
  readonly ticks: number
}

/**
 * The CPU, in seconds, that a process and everything below it has had, with what has ended since and was waited for.
 * 0 where the kernel does not tell.
 */
export const processCpu = (processId: number): number =>
  familyOf(processId).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND

/** A process and everything below it. */
export function familyOf(processId: number): readonly Process[] {
  const all = allProcesses()
  const family = all.filter(({ id }) => id === processId)
  for (const { id } of family) family.push(...all.filter(({ parent }) => parent === id))
  return family
}

function allProcesses(): readonly Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess)
  } catch {
    return []
  }
}

/** The name in brackets may hold anything; what follows it is numbers. Source: proc_pid_stat(5). */
function readProcess(id: string): readonly Process[] {
  try {
    const [, parent, ...rest] = readFileSync(`/proc/${id}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const ticks = rest.slice(9, 13).reduce((sum, time) => sum + time, 0)
    return [{ id: Number(id), parent: parent ?? 0, ticks }]
  } catch {
    return []
  }
}
