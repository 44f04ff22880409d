import type { RangePlan } from '../../engine/move/ranges/range-plan.ts'
import type { RunRetries } from '../domain/runs/retry-pause.ts'
import type { Config } from './config.ts'
import type { Runtime, RuntimeOptions } from './runtime.ts'

/** What tasks need of the settings, and no more: nothing about payments, mail, backups or metrics. */
const NAMES = [
  'egressAllow',
  'egressDeny',
  'production',
  'vendorAddresses',
  'google',
  'offersStandIns',
  'stepLimits',
  'taskMemory',
  'rowMemory',
  'mirrorLog',
  'limits',
  'poolerUrl',
  'previousMasterKeys',
  'publicUrl',
] as const satisfies readonly (keyof Config)[]

export type TaskConfig = Pick<Config, (typeof NAMES)[number]>

/** How a task process is set up. It has secrets, so it is only sent as a message. */
export interface TaskSetup {
  readonly config: TaskConfig
  readonly databaseUrl: string
  /** See `openDatabase`. */
  readonly storeRole: string | undefined
  readonly masterKey: Uint8Array
  readonly isTraced: boolean
  readonly runRetries: RunRetries
  readonly ranges: RangePlan | undefined
  readonly stepsFolder: string | undefined
  readonly warmsSteps: boolean
}

export type KnownOfTasks = Pick<Runtime, 'config' | 'storeRole' | 'tracer' | 'runRetries' | 'ranges'> &
  Pick<RuntimeOptions, 'databaseUrl' | 'masterKey' | 'stepsFolder' | 'warmsSteps'>

export const taskSetupOf = ({
  config,
  databaseUrl,
  storeRole,
  masterKey,
  tracer,
  runRetries,
  ranges,
  stepsFolder,
  warmsSteps = true,
}: KnownOfTasks): TaskSetup => ({
  config: Object.fromEntries(
    NAMES.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]])),
  ) as unknown as TaskConfig,
  databaseUrl,
  storeRole,
  masterKey,
  isTraced: tracer.isOn,
  runRetries,
  ranges,
  stepsFolder,
  warmsSteps,
})
