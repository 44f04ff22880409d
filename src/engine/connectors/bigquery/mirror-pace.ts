import { USUAL_MIRROR_SECONDS } from '../../../core/catalog/mirrors/mirror-pace.ts'
import type { BatchPace } from '../../ports/change-batch.ts'

/** Google charges each batch, and the most jobs of a day are limited. */
export const DEFAULT_PACE_MS = USUAL_MIRROR_SECONDS * 1_000

/** A transaction changes at most 100 tables, and up to three of them are our own. Source: cloud.google.com/bigquery/quotas */
export const MOST_TABLES = 96

export const paceOf = (everyMs: number): BatchPace => ({
  everyMs,
  changes: Number.POSITIVE_INFINITY,
  bytes: 16 << 20,
  tables: MOST_TABLES,
})
