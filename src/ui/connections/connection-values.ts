import type { Capability } from '../../core/catalog/connection-types.ts'
import type { Field } from '../../core/catalog/field.ts'
import type { Credentials } from '../../core/integrations/integration.ts'
import type { CatalogValues } from '../catalog/catalog-fields.tsx'

/** What the connection form holds. */
export interface ConnectionValues {
  readonly name: string
  readonly capability: Capability
  readonly integrationId: string
  readonly credentials: CatalogValues
  readonly config: CatalogValues
}

/** As the server wants them: numbers as numbers; a stored secret that was not typed anew goes back masked, and stays. */
export const toCredentials = (fields: readonly Field[], values: CatalogValues, stored: Credentials = {}): Credentials =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.name] ?? ''
      if (value === '') return field.name in stored && field.secret ? [[field.name, stored[field.name]]] : []
      return [[field.name, field.kind === 'number' ? Number(value) : value]]
    }),
  )

/** What is stored, as inputs hold it. */
export const textsOf = (stored: Credentials): CatalogValues =>
  Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value ?? '')]))
