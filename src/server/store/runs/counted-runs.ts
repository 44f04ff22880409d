import { SKIPPED } from '../../../core/catalog/schedules/schedule-rules.ts'

/** A dry run wrote nothing. */
export const NOT_DRY = `flow_snapshot->'dry' is null`

/** Without runs that a schedule skipped, and without dry runs: they do not affect the state of a flow. */
export const IS_COUNTED = `(error->>'code' is distinct from '${SKIPPED}' and ${NOT_DRY})`
