import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { diskFull } from '../../host/data-folder.ts'
import { keptPort } from '../../host/kept-port.ts'
import type { Log } from '../../host/log.ts'
import type { PartWatch } from '../../host/part-watch.ts'
import { StartFailure } from '../../host/start-failure.ts'
import { type SupervisedProcess, supervise } from '../../host/supervised-process.ts'
import { DATABASE, openCluster, SUPERUSER } from './create-cluster.ts'
import { stopLeftoverServer } from './leftover-server.ts'
import { linkLibraries } from './link-libraries.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { preparePostgresHome } from './postgres-home.ts'
import { launchPostgres } from './postgres-server.ts'
import { EMBEDDED_HOST as HOST } from './running-postgres.ts'

export interface EmbeddedPostgres extends SupervisedProcess {
  /** The URL of Millrace's database, with the superuser's password: it must never be logged. */
  readonly url: string
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

export interface EmbeddedPostgresOptions {
  readonly dataFolder: string
  readonly log: Log
  /** Hears when the server has ended by itself. */
  readonly parts?: PartWatch
  /** Aborts the start: everything that was started is stopped before the promise rejects. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Starts the Postgres server with the files in the data folder; creates them at the first start and recovers them
 * after a crash. Throws a StartFailure if it cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataFolder, log, parts, signal } = options
  try {
    const binaries = findPostgresBinaries()
    await linkLibraries(binaries.folder)
    const home = await preparePostgresHome(dataFolder, binaries, log)
    const cluster = await openCluster(home, signal)
    await stopLeftoverServer(cluster.folder, log)
    const port = await keptPort(join(dataFolder, 'postgres-port'), HOST)
    const launch = () => launchPostgres(home, cluster.folder, port, log)
    const { stop, kill } = await untilOrphansAreGone(() => supervise({ name: 'Postgres', launch, log, parts, signal }))

    const url = `postgres://${SUPERUSER}:${cluster.password}@${HOST}:${port}/${DATABASE}`
    return { url, host: HOST, port, user: SUPERUSER, password: cluster.password, stop, kill }
  } catch (error) {
    throw explained(error, dataFolder)
  }
}

/** Backends notice the death of their server within moments; until then Postgres correctly refuses a second server. */
async function untilOrphansAreGone<T>(start: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      if (attempt === 40 || !String(error).includes('shared memory block')) throw error
      await delay(250)
    }
  }
}

/** Where only a part of a page has room, Postgres names no error of the system. */
const FULL = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|wrote only \d+ of \d+ bytes/

function explained(error: unknown, dataFolder: string): unknown {
  if (error instanceof StartFailure || !(error instanceof Error)) return error
  if (FULL.test(error.message)) return diskFull(dataFolder)
  const reason = /(?:FATAL|PANIC|error): +(.+)/.exec(error.message)?.[1] ?? error.message
  return new StartFailure(`The embedded Postgres could not be started: ${reason}`)
}
