import type { DryFilter, RunStateName, RunTrigger } from '../catalog/run-states.ts'
import type { DashboardPeriod } from '../dashboard/dashboard.ts'

/** Which of an organization's runs are meant; what is absent does not narrow. */
export interface RunFilter {
  readonly state?: RunStateName
  readonly flowId?: string
  readonly trigger?: RunTrigger
  /** Absent: dry runs among the others. The dashboard counts none. */
  readonly dry?: DryFilter
  /** Back from now, as the dashboard counts. */
  readonly period?: DashboardPeriod
  /** Asked for at that instant or later, ISO 8601. */
  readonly from?: string
  /** Asked for before that instant, ISO 8601. */
  readonly to?: string
  /** In the flow's name, in what went wrong, or at the beginning of the run's id. */
  readonly text?: string
}
