import { StepProcesses } from '../../src/server/step-process/step-processes.ts'

/** They end with the process of the tests. */
export const stepProcesses = new StepProcesses()
