import { defined } from '../../../core/catalog/defined.ts'
import type { ConnectionRow } from '../../store/connections/connections.ts'

export const connectionToWire = ({ created_at, updated_at, is_stand_in, ...row }: ConnectionRow) => ({
  ...row,
  ...defined({ is_stand_in: is_stand_in || undefined }),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
