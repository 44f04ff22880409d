import { SKIPPED } from '../../core/catalog/schedule-rules.ts'

/** Neither those runs that a schedule skipped nor dry ones: they say nothing of how a flow stands. */
export const TOOK_PLACE = `(error->>'code' is distinct from '${SKIPPED}' and flow_snapshot->'dry' is null)`
