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

/** A table that a flow has moved. */
export interface ArrivedTable {
  readonly flowId: string
  readonly entity: string
  readonly target: string
  /** Of its last arrival. */
  readonly rows?: number
  readonly arrivedAt?: string
}

/** How a connection has been doing. */
export interface ConnectionOverview {
  /** The newest last. */
  readonly tests: readonly DrawnTest[]
  /** The newest first. */
  readonly changes: readonly TableChange[]
  readonly tables: readonly ArrivedTable[]
}
