import { defined } from '../../core/catalog/defined.ts'
import type { Limits } from '../../core/catalog/limits.ts'
import { DEFAULT_RUN_LIMITS, MAX_RUN_LIMITS, type RunLimits } from '../../core/catalog/runs/run-limits.ts'
import { STEP_LIMITS, type StepLimits } from '../../engine/step-process/step-limits.ts'
import type { VariableReader } from '../host/variable-reader.ts'
import type { Retention } from '../schedules/expire.ts'
import { limitsFrom } from './limit-variables.ts'
import {
  FOREVER,
  LIMIT_FORM,
  parseLimit,
  parseRetention,
  parseStepDisk,
  parseStepIdle,
  parseStepMemory,
  parseStepSeconds,
  parseStepThreads,
  parseWithin,
  parseWorkerClass,
  RETENTION_FORM,
  STEP_DISK_FORM,
  STEP_IDLE_FORM,
  STEP_MEMORY_FORM,
  STEP_SECONDS_FORM,
  STEP_THREADS_FORM,
  WORKER_CLASS_FORM,
} from './variable-forms.ts'
import type { VariableName } from './variables.ts'

type Reader = VariableReader<VariableName>

export const readStepLimits = (read: Reader): Omit<StepLimits, 'row'> => ({
  memory: read.parsed('STEP_MEMORY', STEP_MEMORY_FORM, parseStepMemory) ?? STEP_LIMITS.memory,
  threads: read.parsed('STEP_THREADS', STEP_THREADS_FORM, parseStepThreads) ?? STEP_LIMITS.threads,
  seconds: read.parsed('STEP_SECONDS', STEP_SECONDS_FORM, parseStepSeconds) ?? STEP_LIMITS.seconds,
  idleSeconds: (read.parsed('STEP_IDLE_MINUTES', STEP_IDLE_FORM, parseStepIdle) ?? STEP_LIMITS.idleSeconds / 60) * 60,
  disk: read.parsed('STEP_DISK', STEP_DISK_FORM, parseStepDisk) ?? STEP_LIMITS.disk,
})

/** Days; by default a little more than a year of runs, to compare with the same month of the last one. */
const RETENTION = { RUN_RETENTION_DAYS: 400, LOG_RETENTION_DAYS: 90, AUDIT_RETENTION_DAYS: 1_095 }

export function readRetention(read: Reader): Retention {
  const days = (name: keyof typeof RETENTION) => {
    const wanted = read.parsed(name, RETENTION_FORM, parseRetention) ?? RETENTION[name]
    return wanted === FOREVER ? undefined : wanted
  }
  const [runs, runLog, audit] = [days('RUN_RETENTION_DAYS'), days('LOG_RETENTION_DAYS'), days('AUDIT_RETENTION_DAYS')]
  return defined({ runs, runLog, audit })
}

export const readLimits = (read: Reader): Limits => limitsFrom((name) => read.parsed(name, LIMIT_FORM, parseLimit))

export const readWorkerClass = (read: Reader): string =>
  read.parsed('WORKER_CLASS', WORKER_CLASS_FORM, parseWorkerClass) ?? ''

export const readRunLimits = (read: Reader): RunLimits => {
  const limit = (name: VariableName, most: number) =>
    read.parsed(name, `a whole number from 1 to ${most}`, parseWithin(1, most))
  return {
    active: limit('LIMIT_ACTIVE_RUNS', MAX_RUN_LIMITS.active) ?? DEFAULT_RUN_LIMITS.active,
    waiting: limit('LIMIT_WAITING_RUNS', MAX_RUN_LIMITS.waiting) ?? DEFAULT_RUN_LIMITS.waiting,
  }
}
