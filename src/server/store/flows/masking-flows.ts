import type { Query } from '../database/database.ts'
import type { FlowConfig } from './flow-config.ts'

/** The flows of an organization that mask columns. */
export const listMaskingFlows = (query: Query, organizationId: string) =>
  query<{ readonly config: FlowConfig; readonly source: string }>(
    `select config, source_connection_id as source from flows where organization_id = $1 and config->'transformations' @> '[{"type": "mask"}]'`,
    [organizationId],
  )
