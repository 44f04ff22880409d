import { StepProcesses } from '../../src/engine/step-process/step-processes.ts'

/** They end with the process of the tests. */
export const stepProcesses = new StepProcesses()
