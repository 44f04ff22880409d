import { readFileSync } from 'node:fs'

import { familyOf } from './process-cpu.ts'

export interface Held {
  readonly command: string
  /** In megabytes. Of what several processes share, each has its part, so that the sum is what all take together. */
  readonly megabytes: number
}

/** The memory of a process and of everything below it. Source: `Pss` in smaps_rollup, proc_pid_smaps(5). */
export function memoryBelow(processId: number): readonly Held[] {
  return familyOf(processId).flatMap(({ id }) => {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]
      return [{ command, megabytes: Number(kilobytes ?? 0) / 1_024 }]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}
