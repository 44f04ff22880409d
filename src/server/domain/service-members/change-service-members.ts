import { defined } from '../../../core/catalog/defined.ts'
import { mayGrant, type Role } from '../../../core/catalog/permissions.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { OVERLAP_HOURS } from '../../../core/catalog/service-keys.ts'
import { type Database, ofOrganization, type Query } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  deleteServiceMember,
  findServiceMember,
  insertServiceMember,
  listServiceMembers,
  recordMaker,
  replaceKey,
  type ServiceMemberRow,
} from '../../store/organizations/service-members.ts'
import { hashOfKey, newServiceKey, startOfKey } from '../../vault/service-key.ts'
import { requireFlow } from '../flows/require-flow.ts'
import type { Member } from '../members/member.ts'
import { invalid, notFound } from '../request-error.ts'
import { giveKeyTo } from './hand-over-key.ts'

export interface ServiceMemberDraft {
  readonly name: string
  readonly role: Role
  readonly flowIds: readonly string[] | null
  /** Nothing: until it is revoked. */
  readonly expiresInDays: number | null
  /** Otherwise it proves itself with tokens of its own system. */
  readonly hasKey: boolean
  /** It reads and tries, and starts a flow only by a dry run that a person has approved. */
  readonly needsApproval: boolean
  /** The command line that shows this code gets the key. */
  readonly loginCode?: string
}

/** With its key, if it has one; it is known only now. */
export type KeyedServiceMember = ServiceMemberRow & { readonly key?: string }

export const readServiceMembers = ofOrganization(listServiceMembers)

/** Adds a program with a key of its own: never above the role of whoever adds it, and never an owner. @throws RequestError */
export const createServiceMember = (
  database: Database,
  { organizationId, roles, person }: Member,
  { name, role, flowIds, expiresInDays, hasKey, needsApproval, loginCode }: ServiceMemberDraft,
): Promise<KeyedServiceMember> =>
  database.asSystem(async (query) => {
    if (role === 'owner' || !mayGrant(roles, role))
      throw invalid(sentence`A key has at most the role admin, and never one above your own.`, 'role')
    for (const flowId of flowIds ?? []) await requireFlow(query, organizationId, flowId)
    const key = hasKey && loginCode === undefined ? newServiceKey() : undefined
    const kept = key === undefined ? undefined : { hash: hashOfKey(key), start: startOfKey(key), expiresInDays }
    const id = await insertServiceMember(query, organizationId, {
      name,
      role,
      flowIds,
      needsApproval,
      by: person.uid,
      key: kept,
    })
    if (loginCode !== undefined) await giveKeyTo(query, loginCode, { serviceMemberId: id, expiresInDays })
    await recordAudit(query, organizationId, person, { action: 'member.key-created', id, name })
    return { ...(await requireServiceMember(query, organizationId, id)), ...defined({ key }) }
  })

/**
 * Gives a service member another key, which from now on may what this person may, up to its role.
 * @param isPreviousKept whether the key before stays valid for another day. @throws RequestError not found
 */
export const renewKey = (
  database: Database,
  { organizationId, person }: Member,
  id: string,
  { isPreviousKept, expiresInDays }: { readonly isPreviousKept: boolean; readonly expiresInDays: number | null },
): Promise<KeyedServiceMember> =>
  database.inOrganization(organizationId, async (query) => {
    const { name } = await requireServiceMember(query, organizationId, id)
    const key = newServiceKey()
    const kept = { hash: hashOfKey(key), start: startOfKey(key), expiresInDays }
    await replaceKey(query, organizationId, id, kept, isPreviousKept ? OVERLAP_HOURS : 0)
    await recordMaker(query, organizationId, id, person.uid)
    await recordAudit(query, organizationId, person, { action: 'member.key-renewed', id, name })
    return { ...(await requireServiceMember(query, organizationId, id)), key }
  })

/** From now on no process accepts its keys. @throws RequestError not found */
export const removeServiceMember = (
  database: Database,
  { organizationId, person }: Member,
  id: string,
): Promise<void> =>
  database.asSystem(async (query) => {
    const { name } = await requireServiceMember(query, organizationId, id)
    await recordAudit(query, organizationId, person, { action: 'member.key-revoked', id, name })
    await deleteServiceMember(query, organizationId, id)
  })

/** @throws RequestError not found */
export async function requireServiceMember(
  query: Query,
  organizationId: string,
  id: string,
): Promise<ServiceMemberRow> {
  const found = await findServiceMember(query, organizationId, id)
  if (!found) throw notFound()
  return found
}
