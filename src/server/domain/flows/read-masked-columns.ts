import { type MaskedColumns, maskedColumns } from '../../../core/catalog/assistants/masked-columns.ts'
import type { Query } from '../../store/database/database.ts'
import { listMaskingFlows } from '../../store/flows/masking-flows.ts'

/** The columns that flows of the organization mask. */
export async function readMaskedColumns(query: Query, organizationId: string): Promise<MaskedColumns> {
  const flows = await listMaskingFlows(query, organizationId)
  return maskedColumns(flows.map(({ config }) => ({ streams: config.streams, steps: config.transformations })))
}
