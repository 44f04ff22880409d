import { StepProcesses } from './step-processes.ts'

let own: StepProcesses | undefined

/** For callers that bring none. */
export function sharedStepProcesses(): StepProcesses {
  own ??= new StepProcesses()
  return own
}
