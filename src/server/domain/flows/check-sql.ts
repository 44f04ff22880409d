import {
  CONNECTION_TYPES,
  type ConnectionType,
  executesSql,
} from '../../../core/catalog/connections/connection-types.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'
import { invalid } from '../request-error.ts'

/** @throws RequestError invalid with the field, if the destination executes no SQL */
export function refuseImpossibleSql(
  { sql_before: before, sql_after: after }: FlowConfig,
  destination: { readonly type: ConnectionType },
): void {
  if (executesSql(destination.type) || (before === undefined && after === undefined)) return
  throw invalid(
    sentence`SQL before and after the rows is possible in PostgreSQL and MySQL, not in ${CONNECTION_TYPES[destination.type].label}. Remove it, or choose another destination.`,
    before === undefined ? 'config.sql_after' : 'config.sql_before',
  )
}
