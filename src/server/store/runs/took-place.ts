import { SKIPPED } from '../../../core/catalog/schedule-rules.ts'

/** A dry run wrote nothing. */
export const NOT_DRY = `flow_snapshot->'dry' is null`

/** Neither those runs that a schedule skipped nor dry ones: they say nothing of how a flow stands. */
export const TOOK_PLACE = `(error->>'code' is distinct from '${SKIPPED}' and ${NOT_DRY})`
