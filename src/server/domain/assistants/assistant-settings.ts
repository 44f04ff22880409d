import { type Database, ofOrganization } from '../../store/database/database.ts'
import {
  type AssistantSettings,
  findAssistantSettings,
  saveAssistantSettings,
} from '../../store/organizations/assistant-settings.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { changesOf } from '../audit/changes-of.ts'
import type { Member } from '../members/member.ts'

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
