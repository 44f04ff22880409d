import type { ConnectionType } from '../connections/connection-types.ts'
import { type Settings, textIn } from './transformation-settings.ts'

/** Destinations of these types may run the last steps of a table that they replace. */
const WITH_STEPS: readonly ConnectionType[] = ['postgres', 'bigquery']

/** Whether a destination of this type may run the last steps. */
export const runsSteps = (type: string): boolean => WITH_STEPS.some((own) => own === type)

/** The steps after which a row may be made of several, or none: with them the part begins that a destination may run. */
const COMBINING: readonly string[] = ['deduplicate', 'aggregate', 'join']

/** Whether a step of this type may be the first that a destination runs. */
export const mayRunInDestination = (type: string): boolean => COMBINING.includes(type)

/** The setting of these steps that says where they are to run. Absent: where Millrace decides. */
export const RUNS_IN = 'runs_in'

export const STEP_CHOICES = ['millrace', 'destination'] as const
export type StepChoice = (typeof STEP_CHOICES)[number]

/** Where somebody wants a step to run. */
export const runsIn = (settings: Settings): StepChoice | undefined =>
  STEP_CHOICES.find((choice) => choice === textIn(settings, RUNS_IN))
