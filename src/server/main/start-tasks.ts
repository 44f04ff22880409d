import { fileURLToPath } from 'node:url'

import { defined } from '../../core/catalog/defined.ts'
import { TaskProcesses } from '../tasks/task-processes.ts'
import type { Runtime } from './runtime.ts'
import { type KnownOfTasks, taskSetupOf } from './task-setup.ts'

const ENTRY = fileURLToPath(new URL('./task-process.ts', import.meta.url))

/** The processes in which tasks are done; none runs before it is needed or `warm` is called. */
export const startTasks = (known: KnownOfTasks & Pick<Runtime, 'log' | 'metrics' | 'standIns'>): TaskProcesses =>
  new TaskProcesses({
    entry: ENTRY,
    setup: taskSetupOf(known),
    memory: known.config.taskMemory,
    log: known.log,
    counters: known.metrics,
    tracer: known.tracer,
    answer: async ({ owner, integration, stored }) => {
      if (!known.standIns) throw new Error('this server offers no stand-ins')
      // The stand-in itself stays here.
      const { addresses, google, credentials } = await known.standIns.start(owner, integration, stored)
      return defined({ addresses, google, credentials })
    },
  })
