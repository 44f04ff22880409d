import type { Capability } from '../../core/catalog/connection-types.ts'
import type { Field } from '../../core/catalog/field.ts'
import type { Credentials } from '../../core/integrations/integration.ts'
import type { CatalogValues } from '../catalog/catalog-fields.tsx'
import { isStored, meantValues } from '../catalog/meant-values.ts'

/** What the connection form holds. */
export interface ConnectionValues {
  readonly name: string
  readonly capability: Capability
  readonly integrationId: string
  readonly credentials: CatalogValues
  readonly config: CatalogValues
}

/**
 * As the server wants them: numbers as numbers, and only what was typed, so that a stored secret stays and a server is told of no
 * field that nobody used. What was stored and has been emptied goes as empty.
 */
export const toCredentials = (fields: readonly Field[], values: CatalogValues, stored?: Credentials): Credentials => {
  const meant = meantValues(fields, values, stored)
  return Object.fromEntries(
    fields.flatMap(({ name, kind, secret, optional }) => {
      const value = meant[name] ?? ''
      if (value !== '') return [[name, kind === 'number' ? Number(value) : value]]
      return optional && !secret && isStored(stored?.[name]) ? [[name, '']] : []
    }),
  )
}

/** What is stored, as inputs hold it. */
export const textsOf = (stored: Credentials): CatalogValues =>
  Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value ?? '')]))
