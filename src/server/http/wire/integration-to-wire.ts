import { defined } from '../../../core/catalog/defined.ts'
import type { IntegrationRow } from '../../store/connections/integrations.ts'

export const integrationToWire = ({
  id,
  name,
  type,
  merged,
  reconnect_since,
  is_stand_in,
  version,
  created_at,
  updated_at,
}: IntegrationRow) => ({
  id,
  name,
  type,
  mergedIntegration: merged,
  reconnect_needed: reconnect_since !== null,
  ...defined({ is_stand_in: is_stand_in || undefined }),
  version,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
