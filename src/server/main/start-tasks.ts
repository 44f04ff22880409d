import { fileURLToPath } from 'node:url'

import { defined } from '../../core/catalog/defined.ts'
import { TaskProcesses } from '../tasks/task-processes.ts'
import type { Runtime } from './runtime.ts'
import { type KnownOfTasks, taskSetupOf } from './task-setup.ts'

const ENTRY = fileURLToPath(new URL('./task-process.ts', import.meta.url))

/** The processes in which tasks are done; none runs before it is needed or `warm` is called. */
export function startTasks({
  config,
  log,
  metrics: counters,
  tracer,
  standIns,
  ...known
}: KnownOfTasks & Pick<Runtime, 'log' | 'metrics' | 'standIns'>): TaskProcesses {
  const tasks = new TaskProcesses({
    entry: ENTRY,
    setup: taskSetupOf({ config, tracer, ...known }),
    memory: config.taskMemory,
    log,
    counters,
    tracer,
    answer: async ({ owner, integration, stored }) => {
      if (!standIns) throw new Error('this server offers no stand-ins')
      // The stand-in itself stays here.
      const { addresses, google, credentials } = await standIns.start(owner, integration, stored)
      return defined({ addresses, google, credentials })
    },
  })
  process.once('exit', () => void tasks.close())
  return tasks
}
