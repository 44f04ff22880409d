import { defined } from '../../core/catalog/defined.ts'
import { limitRowMemory } from '../../engine/formats/row-memory.ts'
import { makeDailyBackups } from '../backup/daily-backups.ts'
import { rewrapCredentials } from '../domain/master-key/rewrap-credentials.ts'
import { type FailedSignIn, recordFailedSignIn } from '../domain/members/record-failed-sign-in.ts'
import { describeError } from '../host/describe-error.ts'
import { createHealthApp } from '../http/health-app.ts'
import type { FirebaseKeys } from '../identity/verify-firebase-token.ts'
import { composeApi } from './compose-api.ts'
import { composeMirrors, composeRuns, composeSchedules, type Worker } from './compose-worker.ts'
import { readDataFiles } from './data-files.ts'
import { rowMemoryOf } from './read-task-limits.ts'
import { openRuntime, type Runtime, type RuntimeOptions } from './runtime.ts'
import { warnOfFewSessions } from './warn-of-few-sessions.ts'

/** The issuer of accepted tokens. */
export type Auth =
  | { readonly kind: 'local'; readonly origin: string; readonly projectId: string }
  | {
      readonly kind: 'firebase'
      readonly projectId: string
      readonly apiKey: string
      readonly authDomain: string
      /** The signing keys; by default Google's. */
      readonly keys?: FirebaseKeys
    }

/** The parts that this process runs; other processes on the same database run the others, or the same. */
export interface ComposeOptions extends RuntimeOptions {
  /** The identity provider for the API; without it, the process offers only its health. */
  readonly auth?: Auth
  readonly clientFolder: string
  /** Whether this process executes runs. Default: yes. */
  readonly takesRuns?: boolean
  /** Whether this process does the timed work. Default: yes. */
  readonly keepsSchedules?: boolean
}

export interface Application {
  /** `remoteAddress` is the other end of the socket. */
  fetch(request: Request, remoteAddress?: string): Response | Promise<Response>
  /** Settles when calls are answered and runs are executed. */
  start(): Promise<void>
  /** Records in the organizations of the address's owner that somebody tried to sign in as them. Never rejects. */
  noteFailedSignIn(attempt: FailedSignIn): Promise<void>
  stop(): Promise<void>
}

/** Migrates the store and connects the parts of a process; nothing runs before `start`. */
export async function compose(options: ComposeOptions): Promise<Application> {
  limitRowMemory(rowMemoryOf(options.config))
  const foundation = await openRuntime(options)
  const { config, log, health, database, notifications, vault } = foundation
  const { auth, takesRuns = true, keepsSchedules = true, warmsSteps = true } = options
  const app = auth ? await composeApi(foundation, { ...options, auth }) : createHealthApp(health, log)
  const workers = [
    ...(keepsSchedules ? [composeSchedules(foundation, options)] : []),
    ...(keepsSchedules ? composeBackups(foundation, options) : []),
    ...(takesRuns ? [composeRuns(foundation), composeMirrors(foundation)] : []),
  ]

  return {
    fetch: (request, remoteAddress) => app.fetch(request, { remoteAddress }),
    start: async () => {
      await notifications.start()
      if (config.previousMasterKeys.length > 0)
        log.info('credentials are wrapped with the new master key', { ...(await rewrapCredentials(database, vault)) })
      for (const worker of workers) await worker.start()
      foundation.telemetry?.start()
      if (foundation.tasks) foundation.tasks.warm()
      else if (auth && warmsSteps) foundation.stepProcesses.warm()
      if (foundation.tasks) await warnOfFewSessions(foundation)
    },
    noteFailedSignIn: (attempt) =>
      recordFailedSignIn(database, attempt).catch((error: unknown) =>
        log.error('a failed sign-in could not be written down', { error: describeError(error) }),
      ),
    stop: async () => {
      for (const worker of workers) await worker.stop()
      await foundation.tasks?.close()
      foundation.stepProcesses.close()
      await foundation.standIns?.close()
      await foundation.telemetry?.stop()
      await foundation.queueDatabase.close()
      await foundation.announcer.close()
      await notifications.stop()
      await database.close()
      foundation.processWatch.stop()
    },
  }
}

/** Writes a backup every day; nothing without BACKUP_DIR. With a passphrase the keys are part of it. */
function composeBackups(
  { config, database, schema, log }: Runtime,
  { databaseUrl, masterKey }: Pick<RuntimeOptions, 'databaseUrl' | 'masterKey'>,
): Worker[] {
  const { backups, role, dataDir } = config
  if (!backups) return []
  const keys = backups.passphrase !== undefined
  // Only a process that runs everything has a data folder of its own.
  const place = { masterKey, ...defined({ dataDir: role === 'all' ? dataDir : undefined }) }
  const daily = makeDailyBackups({
    database,
    // A backup holds one moment for as long as it takes, and meanwhile vacuum removes nothing there.
    source: { databaseUrl: config.readUrl ?? databaseUrl, files: () => readDataFiles(place, keys) },
    ...backups,
    log,
  })
  schema.whenNewer(() => void daily.stop())
  return [{ start: async () => daily.start(), stop: daily.stop }]
}
