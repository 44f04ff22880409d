import { sentence } from '../../../core/catalog/sentence.ts'
import type { MirrorHindrance } from '../../ports/mirror-readiness.ts'
import type { Table } from './dataset.ts'
import { DEFAULT_PACE_MS } from './mirror-pace.ts'

const DAY_MS = 86_400_000

/** Of each table that a query names. Source: cloud.google.com/bigquery/pricing#on_demand_pricing */
const LEAST_BYTES = 10_000_000

/**
 * What a mirror costs at most, as long as the tables are as large as now: a batch counts and changes the rows of each table, both by its staging table, and
 * stores the place in the log. @param tables those that are there already
 */
export function mirrorCost(tables: readonly (Table | undefined)[], everyMs = DEFAULT_PACE_MS): MirrorHindrance {
  const batches = Math.ceil(DAY_MS / everyMs)
  const read = tables.map((table) => 2 * LEAST_BYTES + 2 * Math.max(table?.bytes ?? 0, LEAST_BYTES))
  const gigabytes = Math.ceil(((LEAST_BYTES + read.reduce((sum, bytes) => sum + bytes, 0)) * batches) / 1e9)
  return {
    side: 'destination',
    isNote: true,
    reason: sentence`If every table changes in every interval, ${batches} transactions a day process up to ${gigabytes} GB, which Google charges. Their ${batches * tables.length} loads are free.`,
  }
}
