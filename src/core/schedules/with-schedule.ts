import { defined } from '../catalog/defined.ts'
import type { FlowConfig, Schedule, StartsAfter } from '../flows/flow.ts'

/** The same flow, started by another schedule or after other flows; without both on demand. */
export function withSchedule(
  { schedule: _, after: __, ...config }: FlowConfig,
  schedule: Schedule | undefined,
  after: StartsAfter | undefined,
): FlowConfig {
  return { ...config, ...defined({ schedule, after }) }
}
