import { STATE_COLUMNS } from '../sql/changes/table-state.ts'
import { quote } from './merge-statement.ts'

/** The tables of our own that a mirror needs in the dataset. Each mirror has its own, because a transaction ends others that write one of its tables. */
export interface MirrorTables {
  /** One row: the place in the log, and the attempt that may write. */
  readonly position: string
  /** One row for each mirrored table. */
  readonly states: string
  /** The changes of tables that do not follow. */
  readonly waiting: string
  /** What copies see, by the job that puts each in place. */
  readonly copies: string
}

export const POSITIONS = '_millrace_mirror_'
export const STATES = '_millrace_tables_'

/** @param dataset as `project.dataset`. @param id of the mirror. @returns the names as statements have them */
export const mirrorTables = (dataset: string, id: string): MirrorTables => ({
  position: quote(`${dataset}.${POSITIONS}${id}`),
  states: quote(`${dataset}.${STATES}${id}`),
  waiting: quote(`${dataset}._millrace_changes_${id}`),
  copies: quote(`${dataset}._millrace_copies_${id}`),
})

/** One script, outside of any transaction: BigQuery makes no table in one. */
export function createStatements({ position, states, waiting, copies }: MirrorTables): string {
  return [
    `CREATE TABLE IF NOT EXISTS ${position} (flow_id STRING, epoch INT64, position STRING, alive_until TIMESTAMP)`,
    `CREATE TABLE IF NOT EXISTS ${states} (entity STRING, target STRING, ${STATE_COLUMNS.map((name) => `${name} STRING`).join(', ')})`,
    `CREATE TABLE IF NOT EXISTS ${waiting} (entity STRING, number INT64, shape STRING, changes BYTES) CLUSTER BY entity, number`,
    `CREATE TABLE IF NOT EXISTS ${copies} (target STRING, moment STRING, job_id STRING, noted_at TIMESTAMP)`,
  ].join(';\n')
}
