import type { ConnectionResponse, EntityResponse } from '../../contract/connections.ts'
import { CAPABILITIES } from '../../core/catalog/connections/connection-types.ts'
import type { Connection } from '../../core/connections/connection.ts'
import { connectionTypeOf } from '../../core/connections/connection-type-of.ts'
import type { Entity } from '../../core/connections/entity.ts'
import { withoutAbsent } from './without-absent.ts'

export const connectionFromWire = ({ id, name, type, ...row }: ConnectionResponse): Connection => ({
  id,
  name,
  type,
  capability: CAPABILITIES.find((known) => known === row.capability) ?? connectionTypeOf(type).capability,
  config: row.config ?? {},
  ...withoutAbsent({
    integrationId: row.integration_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    isStandIn: row.is_stand_in,
    lastTest: row.last_test && lastTestFromWire(row.last_test),
  }),
})

const lastTestFromWire = ({ ok, at, stage }: NonNullable<ConnectionResponse['last_test']>) => ({
  ok,
  at,
  ...withoutAbsent({ stage }),
})

export const entityFromWire = ({ name, kind, columns, estimated_rows }: EntityResponse): Entity => ({
  name,
  columns: (columns ?? []).map(({ name, type, nullable, key_position, generated }) => ({
    name,
    type,
    ...withoutAbsent({ nullable, keyPosition: key_position, generated }),
  })),
  ...withoutAbsent({ kind, estimatedRows: estimated_rows }),
})
