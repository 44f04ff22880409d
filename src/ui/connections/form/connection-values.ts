import type { Capability } from '../../../core/catalog/connections/connection-types.ts'
import type { Field } from '../../../core/catalog/connections/field.ts'
import type { Credentials } from '../../../core/integrations/integration.ts'
import type { CatalogValues } from '../../catalog/catalog-fields.tsx'
import { type Filled, isHidden, isStored, removedFields, submittedValues } from '../../catalog/submitted-values.ts'

/** The values of the connection form. */
export interface ConnectionValues {
  readonly name: string
  readonly capability: Capability
  readonly integrationId: string
  readonly credentials: CatalogValues
  readonly config: CatalogValues
  /** Names of stored secrets that will be removed. */
  readonly removed: readonly string[]
}

/**
 * In the form of the server: numbers as numbers, and only typed values, so that a stored secret stays and a server does not get unused
 * fields. Stored values that were emptied or removed are sent as empty.
 */
export const toCredentials = (fields: readonly Field[], filled: Filled, stored?: Credentials): Credentials => {
  const meant = submittedValues(fields, filled, stored)
  const away = removedFields(fields, filled)
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { name, kind, optional } = field
      const value = meant[name] ?? ''
      if (value !== '') return [[name, kind === 'number' ? Number(value) : value]]
      const isEmptied = isStored(stored?.[name]) && (away.includes(name) || !isHidden(field, stored))
      return optional && isEmptied ? [[name, '']] : []
    }),
  )
}

/** The stored values in the form of inputs. */
export const textsOf = (stored: Credentials): CatalogValues =>
  Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value ?? '')]))
