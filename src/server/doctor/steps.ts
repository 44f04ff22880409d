import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { StepProcesses } from '../../engine/step-process/step-processes.ts'
import { type Finding, failed, ok } from './check.ts'

const FIX = 'Steps need /bin/sh, a temporary folder, and the right to start processes that compile code while they run.'

/** Starts a process for steps as a run does, with its database. */
export async function checkStepProcess(): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-doctor-'))
  const processes = new StepProcesses({ folder })
  try {
    const input = { entity: 'rows', columns: [] }
    await processes.open().bind({ input, steps: [], others: [], pushable: [], salt: '' })
    return ok('A process for them starts.')
  } catch (error) {
    return failed(`A process for them does not start: ${error instanceof Error ? error.message : error}`, FIX)
  } finally {
    processes.close()
    await rm(folder, { recursive: true, force: true })
  }
}
