import type { DryFilter, RunStateName, RunTrigger } from '../catalog/runs/run-states.ts'
import type { DashboardPeriod } from '../dashboard/dashboard.ts'

/** A filter for an organization's runs; absent fields do not filter. */
export interface RunFilter {
  readonly state?: RunStateName
  readonly flowId?: string
  readonly trigger?: RunTrigger
  /** Absent: dry runs are included. The dashboard counts none. */
  readonly dry?: DryFilter
  /** The period until now, as on the dashboard. */
  readonly period?: DashboardPeriod
  /** Requested at that instant or later, ISO 8601. */
  readonly from?: string
  /** Requested before that instant, ISO 8601. */
  readonly to?: string
  /** In the flow's name, in an error, or at the start of the run's id. */
  readonly text?: string
}
