import { sentence } from '../../../core/catalog/sentence.ts'
import { type Database, ofOrganization, type Query } from '../../store/database/database.ts'
import {
  type AssistantSettings,
  findAssistantSettings,
  saveAssistantSettings,
} from '../../store/organizations/assistant-settings.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { changesOf } from '../audit/changes-of.ts'
import type { Member } from '../members/member.ts'
import { RequestError } from '../request-error.ts'

export const readAssistantSettings = ofOrganization(findAssistantSettings)

export const changeAssistantSettings = (
  database: Database,
  { organizationId, person }: Member,
  settings: AssistantSettings,
): Promise<AssistantSettings> =>
  database.inOrganization(organizationId, async (query) => {
    const changes = changesOf({ ...(await findAssistantSettings(query, organizationId)) }, { ...settings })
    await saveAssistantSettings(query, organizationId, settings)
    if (changes.length > 0)
      await recordAudit(query, organizationId, person, { action: 'organization.assistants_changed', changes })
    return settings
  })

/** @throws RequestError unless the organization shows values of rows to assistants */
export async function requireValuesShown(query: Query, organizationId: string): Promise<void> {
  if ((await findAssistantSettings(query, organizationId)).shows_values) return
  throw new RequestError(
    'forbidden',
    'VALUES_NOT_SHOWN',
    sentence`This organization does not show values of rows to assistants. An owner or an admin can allow it in the organization settings, under Keys.`,
  )
}
