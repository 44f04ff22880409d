import { type Capability, CONNECTION_TYPES, type ConnectionType } from '../catalog/connections/connection-types.ts'
import type { Field } from '../catalog/connections/field.ts'

export interface ConnectionTypeDescription {
  readonly label: string
  readonly integrations: readonly string[]
  readonly merged: boolean
  readonly capability: Capability
  readonly fields: readonly Field[]
  readonly entityPrefix?: string
}

export const isConnectionType = (type: string): type is ConnectionType => Object.hasOwn(CONNECTION_TYPES, type)

/** The catalog's row; for a type that only a newer server knows, a row with its name and without fields. */
export const connectionTypeOf = (type: string): ConnectionTypeDescription =>
  isConnectionType(type)
    ? CONNECTION_TYPES[type]
    : { label: type, integrations: [], merged: false, capability: 'both', fields: [] }
