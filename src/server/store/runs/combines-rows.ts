import {
  TRANSFORMATION_TYPE_NAMES,
  TRANSFORMATION_TYPES,
} from '../../../core/catalog/transformations/transformation-types.ts'

const types = TRANSFORMATION_TYPE_NAMES.filter((type) => TRANSFORMATION_TYPES[type].rowsAfter === 'other')

/** Whether a step of a run creates new rows from those that were read, so that the difference was not filtered out. */
export const COMBINES_ROWS = `coalesce(
  flow_snapshot->'config'->'transformations' @? '$[*].type ? (${types.map((type) => `@ == "${type}"`).join(' || ')})', false)`
