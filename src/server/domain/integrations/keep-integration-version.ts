import { INTEGRATION_TYPES, type IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import type { IntegrationRow } from '../../store/connections/integrations.ts'
import type { Query } from '../../store/database/database.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'
import { insertVersion } from '../../store/versions/versions.ts'

/** Keeps the credentials of an integration that were just saved, without its secrets. */
export const keepIntegrationVersion = (
  query: Query,
  organizationId: string,
  { id, version, name, type }: IntegrationRow,
  credentials: Readonly<Record<string, unknown>>,
  saved: { readonly by: string; readonly changes?: readonly AuditChange[] },
): Promise<void> =>
  insertVersion(query, organizationId, {
    kind: 'integration' as const,
    id,
    version,
    ...saved,
    content: {
      name,
      credentials: Object.fromEntries(Object.entries(credentials).filter(([field]) => isShown(type, field))),
    },
  })

/** A field that is not in the form is a token, and also a secret. */
export const isShown = (type: IntegrationType, field: string | undefined): boolean =>
  INTEGRATION_TYPES[type].fields.some(({ name, secret }) => name === field && !secret)
