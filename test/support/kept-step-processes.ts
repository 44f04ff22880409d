import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { StepProcess } from '../../src/engine/step-process/step-process.ts'
import { stepProcesses } from './step-processes.ts'

const kept: StepProcess[] = []

/** Processes for the steps of moves, which tests use one after the other: to start one takes a third of a second of a core. */
export const keptStepProcesses = {
  open: (): StepProcess => {
    for (let process = kept.pop(); process; process = kept.pop()) if (process.isIdle) return process
    return keep(stepProcesses.open())
  },
}

/** A move ends its process; one that has nothing to do forgets the move instead, as between organizations, and waits for the next. */
function keep(process: StepProcess): StepProcess {
  const end = process.kill.bind(process)
  process.kill = (...reason) => {
    if (!process.isIdle) return end(...reason)
    process.forget().then(
      () => {
        // Files go with a process, otherwise.
        for (const name of readdirSync(process.folder)) rmSync(join(process.folder, name), { recursive: true })
        kept.push(process)
      },
      () => end(),
    )
  }
  return process
}
