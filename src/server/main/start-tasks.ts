import { fileURLToPath } from 'node:url'

import { defined } from '../../core/catalog/defined.ts'
import type { StartRun } from '../domain/runs/start-run.ts'
import type { StandIns } from '../domain/stand-ins/stand-ins.ts'
import { makeStartStandIn } from '../domain/stand-ins/start-stand-in.ts'
import type { Question } from '../tasks/messages.ts'
import { TaskProcesses } from '../tasks/task-processes.ts'
import type { Runtime, RuntimeOptions } from './runtime.ts'
import { type KnownOfTasks, taskSetupOf } from './task-setup.ts'

const ENTRY = fileURLToPath(new URL('./task-process.ts', import.meta.url))

/** The processes in which tasks are done; none runs before it is needed or `warm` is called. */
export function startTasks({
  config,
  log,
  metrics: counters,
  tracer,
  announcer,
  parts,
  ...known
}: KnownOfTasks &
  AnswersOf &
  Pick<Runtime, 'log' | 'metrics' | 'announcer'> &
  Pick<RuntimeOptions, 'parts'>): TaskProcesses {
  const tasks = new TaskProcesses({
    entry: ENTRY,
    setup: taskSetupOf({ config, tracer, ...known }),
    memory: config.taskMemory,
    log,
    counters,
    tracer,
    announce: announcer.announce,
    parts,
    answer: (question) => answerTo(question, known),
  })
  process.once('exit', () => void tasks.close())
  return tasks
}

interface AnswersOf {
  readonly standIns: StandIns | undefined
  readonly startRun: StartRun
}

async function answerTo(question: Question, { standIns, startRun }: AnswersOf): Promise<unknown> {
  switch (question.kind) {
    case 'stand-in': {
      if (!standIns) throw new Error('this server offers no stand-ins')
      // The stand-in itself stays here.
      const { owner, integration, stored } = question
      const { addresses, google, credentials } = await standIns.start(owner, integration, stored)
      return defined({ addresses, google, credentials })
    }
    case 'new-stand-in':
      return makeStartStandIn(standIns)(question.wanted)
    case 'start-run':
      return startRun(question.request)
  }
}
