import { openStepBinder, type StepBinder } from '../../../engine/move/plan/plan-steps.ts'
import type { Transformations } from '../../../engine/move/run/move-request.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'

/** Without steps no process is needed. */
export const withBinder = <T>(
  transformations: Transformations,
  stepProcesses: StepProcesses,
  signal: AbortSignal,
  work: (binder: StepBinder) => Promise<T>,
): Promise<T> =>
  transformations.steps.length === 0
    ? work(openStepBinder(transformations, () => stepProcesses.open()))
    : stepProcesses.use(signal, (steps) => work(openStepBinder(transformations, () => steps)))
