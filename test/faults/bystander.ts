import { isRetryable } from '../../src/core/catalog/errors/error-classes.ts'
import { freshDatabase, run } from '../engine/move-between.ts'
import { type AddedFlow, addFlow, postgresEnd } from './add-flow.ts'
import { carryOn, queueRun } from './play-queue.ts'
import type { Servers } from './servers.ts'
import type { Worker } from './worker.ts'

/** A small flow of another organization, on ways where no fault strikes. */
export async function makeBystander(servers: Servers): Promise<AddedFlow> {
  const { postgres } = servers.api
  const [source, destination] = [await freshDatabase(postgres), await freshDatabase(postgres)]
  await run(source, 'CREATE TABLE t AS SELECT n AS id FROM generate_series(1, 3) n')
  return addFlow(
    servers,
    postgresEnd(postgres, postgres, source.database),
    postgresEnd(postgres, postgres, destination.database),
    { streams: [{ entity: 'public.t', target: 'public.t', columns: ['id'] }] },
  )
}

interface Beside {
  /** The one that meets the fault, where that can be; it has both runs at the same time. */
  readonly worker: Worker
  /** For when that one is gone. */
  readonly take: () => Promise<Worker>
  /** A worker whose time runs faster may take a busy machine for a silent server, and try again. */
  readonly isHurried: boolean
}

/** Runs the bystander's flow while a fault strikes elsewhere. @returns a function that waits for its end and tells how it was disturbed */
export async function standBeside(
  servers: Servers,
  bystander: AddedFlow,
  { worker, take, isHurried }: Beside,
): Promise<() => Promise<string | undefined>> {
  const runId = await queueRun(servers, bystander)
  const isMinor = (code: string) => code === 'WORKER_LOST' || (isHurried && isRetryable(code))
  const going = worker.execute(runId).then(() => carryOn(servers, runId, take, () => {}))
  return async () => {
    const { status, error, attempts } = await going
    if (status !== 'succeeded') return `the run of another organization is ${status}: ${error?.message}`
    const disturbed = attempts.find((attempt) => !isMinor(attempt.error.code))
    return disturbed && `the run of another organization was tried again after ${disturbed.error.code}`
  }
}
