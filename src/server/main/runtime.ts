import { join } from 'node:path'
import { defined } from '../../core/catalog/defined.ts'
import { DEFAULT_RUN_LIMITS } from '../../core/catalog/runs/run-limits.ts'
import type { RangePlan } from '../../engine/move/ranges/range-plan.ts'
import type { Dialler } from '../../engine/ports/dialler.ts'
import type { VendorAccess } from '../../engine/ports/vendors.ts'
import { StepProcesses } from '../../engine/step-process/step-processes.ts'
import { type ConfirmConsent, makeConfirmConsent } from '../domain/integrations/confirm-consent.ts'
import type { GoogleOauth } from '../domain/integrations/google-oauth.ts'
import { checkMasterKey } from '../domain/master-key/check-master-key.ts'
import { RUN_RETRIES, type RunRetries } from '../domain/runs/retry-pause.ts'
import { makeStartRun, type StartRun } from '../domain/runs/start-run.ts'
import type { StandIns } from '../domain/stand-ins/stand-ins.ts'
import { makeGoogleOauth } from '../google/google-oauth.ts'
import { describeError } from '../host/describe-error.ts'
import type { Log } from '../host/log.ts'
import type { PartWatch } from '../host/part-watch.ts'
import { NO_TRACER, type Tracer } from '../host/tracing.ts'
import type { Health } from '../http/health.ts'
import { makeMetricsAccess } from '../http/requests/metrics-access.ts'
import type { SendAlertMail } from '../mail/alert-mail.ts'
import { translateFor } from '../mail/translate-for.ts'
import { type Metrics, makeMetrics } from '../metrics/metrics.ts'
import { partGauges } from '../metrics/part-gauges.ts'
import { type ProcessWatch, watchProcess } from '../metrics/process-gauges.ts'
import { storeGauges } from '../metrics/store-gauges.ts'
import { createSampleData } from '../sample-data/create-sample-data.ts'
import { type Announcer, makeAnnouncer } from '../store/database/announcer.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'
import { makeNotifications, type Notifications } from '../store/database/notifications.ts'
import { makeSchemaWatch, type SchemaWatch } from '../store/database/schema-watch.ts'
import { languagesOf } from '../store/people/users.ts'
import type { TaskProcesses } from '../tasks/task-processes.ts'
import type { OpenTelemetry, TelemetryOptions } from '../telemetry/open-telemetry.ts'
import { makeVault, type Vault } from '../vault/vault.ts'
import { makeSendAlert, type SendAlert } from '../worker/alerts/send-alert.ts'
import { RunQueue } from '../worker/runs/run-queue.ts'
import type { Config } from './config.ts'
import { diallerOf } from './dialler-of.ts'
import { startTasks } from './start-tasks.ts'

/** The common services of every process, whatever its role. */
export interface Runtime {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly tracer: Tracer
  /** Absent: the operator has not asked for it. */
  readonly telemetry: OpenTelemetry | undefined
  readonly processWatch: ProcessWatch
  readonly health: Health
  readonly schema: SchemaWatch
  readonly database: Database
  /** See `openDatabase`. */
  readonly storeRole: string | undefined
  readonly notifications: Notifications
  readonly announcer: Announcer
  readonly queue: RunQueue
  /** See `RunQueue`. */
  readonly queueDatabase: Database
  readonly startRun: StartRun
  readonly runRetries: RunRetries
  readonly ranges: RangePlan | undefined
  readonly vault: Vault
  readonly dialler: Dialler
  readonly vendors: VendorAccess
  readonly google: GoogleOauth | undefined
  readonly standIns: StandIns | undefined
  readonly confirmConsent: ConfirmConsent
  readonly sendAlert: SendAlert
  readonly stepProcesses: StepProcesses
  /** Absent: tasks are done in this process. */
  readonly tasks: TaskProcesses | undefined
}

export interface RuntimeOptions {
  readonly config: Config
  readonly databaseUrl: string
  readonly masterKey: Uint8Array
  readonly log: Log
  /** Knows of parts that ended by themselves; by default there are none. */
  readonly parts?: PartWatch
  /** How long runs may continue when the process should stop, before they go back to the queue; by default not at all. */
  readonly finishRunsMs?: number
  /** The pauses of runs before retries. */
  readonly runRetries?: RunRetries
  /** How large tables are split; by default in the best way. */
  readonly ranges?: RangePlan
  /** The folder for rows that do not fit into the memory of a step; by default a temporary folder. */
  readonly stepsFolder?: string
  /** Whether a process for steps is ready before the first preview. Default: yes. */
  readonly warmsSteps?: boolean
  /** Whether tasks have processes of their own. Default: no. */
  readonly startsTasks?: boolean
}

/** Migrates the store and opens the shared services; nothing runs yet. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config, databaseUrl, log, runRetries = RUN_RETRIES } = options
  const onError = (error: Error) => log.warn('store connection', { error: describeError(error) })
  const notifications = makeNotifications({ databaseUrl, onError })
  const announcer = makeAnnouncer({ send: notifications.send, onError })
  const reporting = { onError, announce: announcer.announce }
  const { role, database, vault } = await openStore(options, reporting)
  const schema = await makeSchemaWatch({ database, notifications, log })
  const google = config.google && makeGoogleOauth(config.google)
  const dialler = diallerOf(config)
  const standIns = await standInsOf(options)
  const metrics = makeMetrics()
  const processWatch = watchProcess()
  const gauges = async () => [...processWatch.look(), ...partGauges(options.parts), ...(await storeGauges(database))]
  const families = async () => metrics.families(await gauges())
  const telemetry = await telemetryOf(config, { counters: metrics, log, families })
  const tracer = telemetry?.tracer ?? NO_TRACER
  const { queue, queueDatabase } = openQueue(options, notifications, reporting)
  const startRun = makeStartRun(database)
  const known = { storeRole: role, startRun, standIns, runRetries, ranges: options.ranges, tracer, metrics, announcer }
  const tasks = options.startsTasks === true ? startTasks({ ...options, ...known }) : undefined
  return {
    tasks,
    config,
    log,
    metrics,
    tracer,
    telemetry,
    processWatch,
    health: {
      problems: () => storeProblems(schema),
      troubles: () => options.parts?.troubles() ?? [],
      metrics: async () => metrics.render(await gauges()),
      mayReadMetrics: makeMetricsAccess({ token: config.metricsToken, production: config.production }),
    },
    schema,
    database,
    storeRole: role,
    notifications,
    announcer,
    queue,
    queueDatabase,
    startRun,
    runRetries,
    ranges: options.ranges,
    vault,
    dialler,
    vendors: defined({ addresses: config.vendorAddresses, google: config.google, standIn: standIns?.start }),
    google,
    standIns,
    confirmConsent: makeConfirmConsent({ database, vault, google }),
    stepProcesses: new StepProcesses(defined({ limits: config.stepLimits, folder: options.stepsFolder })),
    sendAlert: makeSendAlert({
      dialler,
      vault,
      mail: await alertMailOf(config),
      languagesOf: (emails) => database.asSystem((query) => languagesOf(query, emails)),
      translateFor,
      isTraced: tracer.isOn,
      publicUrl: config.publicUrl,
    }),
  }
}

function openQueue(
  { config, databaseUrl, log, finishRunsMs: finishMs = 0 }: RuntimeOptions,
  notifications: Notifications,
  reporting: Pick<DatabaseOptions, 'onError' | 'announce'>,
): Pick<Runtime, 'queue' | 'queueDatabase'> {
  const queueDatabase = openDatabase({
    databaseUrl: config.poolerUrl ?? databaseUrl,
    runLimits: config.runLimits,
    prepares: config.poolerUrl === undefined,
    connections: SESSIONS_OF_QUEUE,
    ...reporting,
  })
  const { workerClass } = config
  return {
    queue: new RunQueue({ database: queueDatabase, notifications, log, workerClass, ...SLOTS, finishMs }),
    queueDatabase,
  }
}

/** Brings the store to this version. @throws StartFailure if it was used with another key */
async function openStore(
  { config, databaseUrl, masterKey, log }: RuntimeOptions,
  reporting: Pick<DatabaseOptions, 'onError' | 'announce'>,
) {
  const { role, applied } = await migrate(databaseUrl)
  if (applied.length > 0) log.info('store migrated', { migrations: applied.length, newest: applied.at(-1) ?? '' })
  const database = openDatabase({
    databaseUrl: config.poolerUrl ?? databaseUrl,
    role,
    limits: config.limits,
    runLimits: config.runLimits,
    prepares: config.poolerUrl === undefined,
    ...reporting,
  })
  const vault = makeVault(masterKey, config.previousMasterKeys)
  await checkMasterKey(database, vault).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  return { role, database, vault }
}

/** In the sandbox stand-ins answer in place of vendors already, but none in place of a database. */
const OF_SANDBOX = ['postgres', 'mysql'] as const

/** They run in one process with everything else, where API and runs find the same ones. */
async function standInsOf({ config, databaseUrl, log }: RuntimeOptions): Promise<StandIns | undefined> {
  if (!config.offersStandIns) return undefined
  const { runStandIns } = await import('../stand-ins/run-stand-ins.ts')
  return runStandIns(
    defined({
      folder: join(config.dataDir, 'stand-ins'),
      log,
      types: config.sandbox && OF_SANDBOX,
      samplePostgres: (organizationId) => createSampleData({ adminUrl: databaseUrl, organizationId }),
    }),
  )
}

/** Its code is loaded only where it is used. */
async function telemetryOf({ telemetry: settings }: Config, options: Omit<TelemetryOptions, 'settings'>) {
  if (!settings) return undefined
  const { makeOpenTelemetry } = await import('../telemetry/open-telemetry.ts')
  return makeOpenTelemetry({ settings, ...options })
}

/** Its code takes a sixth of the time of a start. */
async function alertMailOf({ smtpUrl }: Config): Promise<SendAlertMail | undefined> {
  if (smtpUrl === undefined) return undefined
  const { makeAlertMail } = await import('../mail/alert-mail.ts')
  return makeAlertMail(smtpUrl)
}

/** Who asks whether we are ready waits for a few seconds only. */
const STORE_ANSWERS_MS = 3_000

async function storeProblems(schema: SchemaWatch): Promise<string[]> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('late')), STORE_ANSWERS_MS)
  const newerOnes = schema.newer().finally(() => clearTimeout(timer))
  try {
    const newer = await Promise.race([newerOnes, late.promise])
    return newer.length === 0 ? [] : [`A newer version of Millrace has taken over the database (${newer.join(', ')}).`]
  } catch {
    return ['The database does not answer.']
  }
}

/** One for heartbeats, one to take runs. */
const SESSIONS_OF_QUEUE = 2

const SLOTS = {
  /** Runs that one process moves at the same time: all that one account may usually have, and one more for another. */
  concurrency: DEFAULT_RUN_LIMITS.active + 1,
  /** Further runs, of accounts that have no other. */
  reserved: 4,
}
