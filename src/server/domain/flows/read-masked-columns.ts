import {
  type EVERY_SOURCE,
  type MaskedColumns,
  maskedColumns,
} from '../../../core/catalog/assistants/masked-columns.ts'
import type { Query } from '../../store/database/database.ts'
import { listMaskingFlows } from '../../store/flows/masking-flows.ts'

/** The columns that flows of the organization mask. @param source the connection from which the rows come */
export async function readMaskedColumns(
  query: Query,
  organizationId: string,
  source: string | typeof EVERY_SOURCE,
): Promise<MaskedColumns> {
  const flows = await listMaskingFlows(query, organizationId)
  const masking = flows.map(({ config, source }) => ({
    streams: config.streams,
    steps: config.transformations,
    source,
  }))
  return maskedColumns(masking, source)
}
