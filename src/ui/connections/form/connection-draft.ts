import { type ConnectionType, isMerged } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { ConnectionDraft } from '../../../core/connections/connection.ts'
import type { UnsavedConnection } from '../../../core/connections/connection-test.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import { integrationTypeOf } from '../../../core/integrations/integration-type-of.ts'
import { type ConnectionValues, toCredentials } from './connection-values.ts'

/** The values of a form as a new connection. */
export function draftOf(type: ConnectionType, values: ConnectionValues): ConnectionDraft {
  const { name, capability, integrationId } = values
  const base = {
    name: name.trim(),
    capability,
    config: toCredentials(connectionTypeOf(type).fields, { values: values.config }),
  }
  return isMerged(type)
    ? { ...base, type, credentials: toCredentials(integrationTypeOf(type).fields, { values: values.credentials }) }
    : { ...base, type, integrationId }
}

/** The same for a test, which needs no name. */
export function toUnsaved(type: ConnectionType, values: ConnectionValues): UnsavedConnection {
  const { name, ...draft } = draftOf(type, values)
  return { ...draft, ...defined({ name: name !== '' ? name : undefined }) }
}
