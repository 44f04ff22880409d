import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import { findAssistantSettings } from '../../store/organizations/assistant-settings.ts'
import { RequestError } from '../request-error.ts'

/** @throws RequestError unless the organization shows values of rows to assistants */
export async function requireValuesShown(query: Query, organizationId: string): Promise<void> {
  if ((await findAssistantSettings(query, organizationId)).shows_values) return
  throw new RequestError(
    'forbidden',
    'VALUES_NOT_SHOWN',
    sentence`This organization does not show values of rows to assistants. An owner or an admin can allow it in the organization settings, under Keys.`,
  )
}
