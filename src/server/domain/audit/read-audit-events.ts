import { ofOrganization } from '../../store/database/database.ts'
import { listAuditEvents } from '../../store/organizations/audit.ts'

/** The audit events of an organization, newest first. */
export const readAuditEvents = ofOrganization(listAuditEvents)
