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

/** As the server wants them: numbers as numbers, and only what was typed, so that a stored secret stays. */
export const toCredentials = (fields: readonly Field[], values: CatalogValues): Credentials =>
  Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = values[name] ?? ''
      return value === '' ? [] : [[name, kind === 'number' ? Number(value) : value]]
    }),
  )

/** What is stored, as inputs hold it. */
export const textsOf = (stored: Credentials): CatalogValues =>
  Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value ?? '')]))
