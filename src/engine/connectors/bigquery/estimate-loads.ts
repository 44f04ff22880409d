import { defined } from '../../../core/catalog/defined.ts'
import {
  atMost,
  counted,
  estimated,
  type Figure,
  roughly,
  sumOf,
  UNKNOWN,
} from '../../../core/catalog/estimates/figure.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { PlannedWrite, SideEstimate } from '../../ports/estimate.ts'
import type { Table } from './dataset.ts'

/** Google's limit for one table and day; failed jobs count too (cloud.google.com/bigquery/quotas). */
const LOAD_JOBS_A_DAY = 1_500

interface PlannedLoad {
  readonly write: PlannedWrite
  readonly existing: Table | undefined
}

/** Load jobs are free of charge; Google charges what is stored, and what a query processes. The prices depend on the contract and the place. */
export function estimateLoads(loads: readonly PlannedLoad[]): SideEstimate {
  const queried = loads.filter(({ write, existing }) => needsQuery(write, existing))
  const summed = loads.filter(({ write }) => write.sumsValues)
  // Their keys are counted before, which reads no other column.
  const merged = loads.filter(({ write }) => write.mode === 'upsert')
  const notes: readonly Sentence[] = [
    sentence`Loading is free of charge at Google. What storing costs depends on your contract and the place of the dataset, and is not known here.`,
    ...(queried.length > 0
      ? [sentence`Putting the rows in place is a query, and Google charges the bytes that it processes.`]
      : []),
    ...(summed.length > 0
      ? [sentence`Comparing all values is a query, and Google charges the bytes that it processes.`]
      : []),
  ]
  const processed = [
    ...queried.map(processedBy),
    ...summed.map(({ write }) => roughly(write.bytes)),
    ...merged.map(({ write }) => atMost(write.bytes)),
  ]
  return {
    figures: defined({
      rows: sumOf(loads.map(({ write }) => write.rows)),
      bytes: sumOf(loads.map(({ write }) => roughly(write.bytes))),
      calls: counted(loads.length + queried.length + summed.length + merged.length),
      stored_bytes: sumOf(loads.map(storedAfter)),
      processed_bytes: processed.length > 0 ? sumOf(processed) : undefined,
    }),
    quotas: [{ name: 'load_jobs_a_day', most: LOAD_JOBS_A_DAY, needed: counted(1), left: UNKNOWN }],
    notes,
  }
}

/** An upsert is a MERGE; appended rows that may already exist are compared. */
const needsQuery = ({ mode, isIncremental }: PlannedWrite, existing: Table | undefined): boolean =>
  mode === 'upsert' || (mode === 'append' && isIncremental && existing !== undefined)

function storedAfter({ write: { mode, bytes }, existing }: PlannedLoad): Figure {
  const before = existing && mode !== 'replace' ? sizeOf(existing) : counted(0)
  const after = sumOf([before, roughly(bytes)])
  // Rows that are already there are replaced.
  return mode === 'upsert' && after.amount !== undefined && after.bound === undefined
    ? estimated(after.amount, 'most')
    : after
}

const processedBy = ({ write, existing }: PlannedLoad): Figure =>
  sumOf([existing ? sizeOf(existing) : counted(0), roughly(write.bytes)])

const sizeOf = ({ bytes }: Table): Figure => (bytes === undefined ? UNKNOWN : counted(bytes))
