import { ofOrganization } from '../../store/database/database.ts'
import { listAuditEvents } from '../../store/organizations/audit.ts'

/** What was done in an organization, newest first. */
export const readAuditEvents = ofOrganization(listAuditEvents)
