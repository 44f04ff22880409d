import type { FlowConfig, Schedule } from '../flows/flow.ts'

/** The same flow with another schedule, or on demand. */
export function withSchedule({ schedule: _, ...config }: FlowConfig, schedule: Schedule | undefined): FlowConfig {
  return { ...config, ...(schedule && { schedule }) }
}
