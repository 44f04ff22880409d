import type { BatchPace } from '../../ports/change-batch.ts'

/** Google charges each batch, and the most jobs of a day are limited. */
export const DEFAULT_PACE_MS = 60_000

/** Fewer than one transaction can change, because the batch ends only at the next commit of the source. */
const TABLES = 90

export const paceOf = (everyMs: number): BatchPace => ({
  everyMs,
  changes: Number.POSITIVE_INFINITY,
  bytes: 16 << 20,
  tables: TABLES,
})
