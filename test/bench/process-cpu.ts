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
export function processCpu(processId: number): number {
  const all = allProcesses()
  let ids = [processId]
  let ticks = 0
  while (ids.length > 0) {
    const parents = ids
    ticks += all.filter(({ id }) => parents.includes(id)).reduce((sum, process) => sum + process.ticks, 0)
    ids = all.filter(({ parent }) => parents.includes(parent)).map(({ id }) => id)
  }
  return ticks / TICKS_PER_SECOND
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
