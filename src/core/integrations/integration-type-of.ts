import type { Field } from '../catalog/connections/field.ts'
import { INTEGRATION_TYPES, type IntegrationType } from '../catalog/connections/integration-types.ts'

export interface IntegrationTypeDescription {
  readonly label: string
  readonly merged: boolean
  readonly fields: readonly Field[]
}

export const isIntegrationType = (type: string): type is IntegrationType => Object.hasOwn(INTEGRATION_TYPES, type)

/** The catalog's row; for a type that only a newer server knows, a row with its name and without fields. */
export const integrationTypeOf = (type: string): IntegrationTypeDescription =>
  isIntegrationType(type) ? INTEGRATION_TYPES[type] : { label: type, merged: false, fields: [] }
