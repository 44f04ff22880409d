import { INTEGRATION_TYPES, type IntegrationType } from './integration-types.ts'
import { MASK } from './mask.ts'

/**
 * Credentials as they may be shown (spec §4): only what the catalog marks as public leaves unmasked,
 * so that a field that nobody has thought of yet is hidden, not leaked.
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
