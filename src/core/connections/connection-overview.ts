import type { ColumnChange } from '../runs/run.ts'

/** A test of a connection as a mark in a picture. */
export interface DrawnTest {
  /** ISO 8601, as all times. */
  readonly at: string
  readonly ok: boolean
  /** The stage that failed. */
  readonly stage?: string
  readonly milliseconds: number
}

/** Columns of a table that a run found changed. */
export interface TableChange {
  readonly at: string
  readonly runId: string
  readonly flowId: string
  readonly flowName: string
  readonly entity: string
  readonly target: string
  readonly columns: readonly ColumnChange[]
}

/** A table of a flow that moves every table. */
export interface WholeTable {
  readonly flowId: string
  readonly entity: string
  readonly target: string
}

/** How a connection has been doing. */
export interface ConnectionOverview {
  /** The newest last. */
  readonly tests: readonly DrawnTest[]
  /** The newest first. */
  readonly changes: readonly TableChange[]
  readonly tables: readonly WholeTable[]
}
