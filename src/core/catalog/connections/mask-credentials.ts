import { INTEGRATION_TYPES, type IntegrationType } from './integration-types.ts'
import { MASK } from './mask.ts'

/**
 * Credentials in the form for display (spec §4): only fields that the catalog marks as public are unmasked,
 * so that a forgotten field is hidden and not leaked.
 */
export function maskCredentials(
  type: IntegrationType,
  credentials: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isPublic = new Set(
    INTEGRATION_TYPES[type].fields.filter(({ secret }) => !secret).map(({ name }) => name as string),
  )
  return Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [name, isPublic.has(name) ? value : MASK]),
  )
}
