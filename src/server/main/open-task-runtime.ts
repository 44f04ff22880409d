import { defined } from '../../core/catalog/defined.ts'
import { limitRowMemory } from '../../engine/formats/row-memory.ts'
import type { StandInAccess } from '../../engine/ports/vendors.ts'
import { StepProcesses } from '../../engine/step-process/step-processes.ts'
import { makeConfirmConsent } from '../domain/integrations/confirm-consent.ts'
import type { StartedRun, StartRun } from '../domain/runs/start-run.ts'
import type { StartStandIn } from '../domain/stand-ins/start-stand-in.ts'
import { makeGoogleOauth } from '../google/google-oauth.ts'
import { describeError } from '../host/describe-error.ts'
import { openDatabase } from '../store/database/database.ts'
import type { TaskAbove } from '../tasks/serve-tasks.ts'
import { makeVault } from '../vault/vault.ts'
import { diallerOf } from './dialler-of.ts'
import { rowMemoryOf } from './read-task-limits.ts'
import type { Runtime } from './runtime.ts'
import type { TaskConfig, TaskSetup } from './task-setup.ts'

/** The services of a task process, under the names that they have in every other process. */
export interface TaskRuntime
  extends Pick<
    Runtime,
    | 'log'
    | 'tracer'
    | 'database'
    | 'vault'
    | 'dialler'
    | 'vendors'
    | 'google'
    | 'confirmConsent'
    | 'stepProcesses'
    | 'runRetries'
    | 'ranges'
  > {
  readonly config: TaskConfig
  readonly counters: TaskAbove['counters']
  readonly databaseUrl: string
  readonly startRun: StartRun
  readonly startStandIn: StartStandIn
}

/** A task needs few at the same time, and a worker has many processes. */
const CONNECTIONS = 2

/** No queue, no listening, no migration: the parent has done or does that. */
export function openTaskRuntime(setup: TaskSetup, { log, counters, record, announce, ask }: TaskAbove): TaskRuntime {
  const { config, databaseUrl, storeRole, masterKey, isTraced, runRetries, ranges, stepsFolder } = setup
  limitRowMemory(rowMemoryOf(config))
  const onError = (error: Error) => log.warn('store connection', { error: describeError(error) })
  const database = openDatabase({
    databaseUrl: config.poolerUrl ?? databaseUrl,
    role: storeRole,
    limits: config.limits,
    onError,
    announce,
    connections: CONNECTIONS,
    prepares: config.poolerUrl === undefined,
  })
  const vault = makeVault(masterKey, config.previousMasterKeys)
  const google = config.google && makeGoogleOauth(config.google)
  const standIn = async (...[owner, integration, stored]: Parameters<NonNullable<Runtime['standIns']>['start']>) =>
    (await ask({ kind: 'stand-in', owner, integration, stored })) as StandInAccess
  return {
    config,
    log,
    counters,
    tracer: { isOn: isTraced, record },
    database,
    databaseUrl,
    vault,
    dialler: diallerOf(config),
    vendors: defined({
      addresses: config.vendorAddresses,
      google: config.google,
      standIn: config.offersStandIns ? standIn : undefined,
    }),
    google,
    confirmConsent: makeConfirmConsent({ database, vault, google }),
    stepProcesses: new StepProcesses(defined({ limits: config.stepLimits, folder: stepsFolder })),
    runRetries,
    ranges,
    startRun: async (request) => (await ask({ kind: 'start-run', request })) as StartedRun,
    startStandIn: async (wanted) => (await ask({ kind: 'new-stand-in', wanted })) as Awaited<ReturnType<StartStandIn>>,
  }
}
