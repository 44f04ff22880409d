import { defined } from '../../../core/catalog/defined.ts'
import type { FlowRow } from '../../store/flows/flows.ts'

export const flowToWire = ({
  source,
  destination,
  created_at,
  updated_at,
  fresh_until,
  late_since,
  code_file,
  ...flow
}: FlowRow) => ({
  ...flow,
  fresh_until: fresh_until?.toISOString() ?? null,
  late_since: late_since?.toISOString() ?? null,
  source_connection: source,
  destination_connection: destination,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  ...defined({ code_file: code_file ?? undefined }),
})
