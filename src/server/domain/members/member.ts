import { isAllowed, PERMISSIONS, type Permission, type Role } from '../../../core/catalog/permissions.ts'
import { type Act, permissionsFor } from '../../../core/catalog/permissions-for.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { LIMITED_KEYS_MAY, PEOPLE_ONLY } from '../../../core/catalog/service-keys.ts'
import type { TrashKind } from '../../../core/catalog/trash.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { listRolesOf } from '../../store/organizations/members.ts'
import type { Principal } from '../people/principal.ts'
import { notFound, RequestError } from '../request-error.ts'

/** Somebody who acts in an organization, from the store at the time of the call. */
export interface Member {
  readonly organizationId: string
  /** Whom the organization counts for beside others: its first owner. */
  readonly account: string
  readonly roles: readonly string[]
  readonly person: Principal
}

/**
 * The caller's membership in the organization, if it permits the call.
 * @throws RequestError not found when the organization is foreign or missing, forbidden when the role has no permission
 */
export async function authorize(
  database: Database,
  person: Principal,
  organizationId: string,
  permission: Permission,
): Promise<Member> {
  const rolesOf = (query: Query) => listRolesOf(query, organizationId, [person.uid])
  // The roles of a program depend on those of a person, whom its own scope does not show.
  const [own] = await (person.service
    ? database.inOrganization(organizationId, rolesOf)
    : database.asUser(person.uid, rolesOf))
  if (!own) throw notFound()
  const member = { organizationId, account: own.account, roles: own.roles, person }
  requireRole(member, permission)
  if (person.service && PEOPLE_ONLY.includes(permission)) throw peopleOnly()
  return member
}

export const peopleOnly = () =>
  new RequestError('forbidden', 'PEOPLE_ONLY', sentence`Only people may do this, not a key.`)

const ROLE_NAMES: Readonly<Record<Role, Sentence>> = {
  viewer: sentence`viewer`,
  runner: sentence`runner`,
  editor: sentence`editor`,
  admin: sentence`admin`,
  owner: sentence`owner`,
}

/**
 * For permissions that only some bodies or objects of a call need, in addition to the call's own; a key that is limited to flows has few of them.
 * @throws RequestError forbidden
 */
export function requirePermission(member: Member, permission: Permission): void {
  requireRole(member, permission)
  if (member.person.service?.flowIds && !LIMITED_KEYS_MAY.includes(permission)) throw keyLimited()
}

function requireRole({ roles }: Member, permission: Permission): void {
  if (isAllowed(roles, permission)) return
  const message = sentence`This needs the role ${ROLE_NAMES[PERMISSIONS[permission]]} or above in the organization.`
  throw new RequestError('forbidden', 'FORBIDDEN', message)
}

export const keyLimited = () =>
  new RequestError(
    'forbidden',
    'KEY_LIMITED',
    sentence`This key is limited to some flows: it runs them, makes dry runs and reads. Changes need a key without this limit.`,
  )

/** For acts whose permissions depend on the object. @throws RequestError forbidden */
export function requirePermissionsFor(
  member: Member,
  kind: TrashKind,
  subject: { readonly ownsCredentials?: boolean },
  act: Act,
): void {
  for (const permission of permissionsFor(kind, subject, act)) requirePermission(member, permission)
}

/** The current roles of these people in the organization; nothing for people who are not members. */
export async function readRoles(
  database: Database,
  organizationId: string,
  uids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = await database.inOrganization(organizationId, (query) => listRolesOf(query, organizationId, uids))
  return new Map(known.map(({ user_uid: uid, roles }) => [uid, roles]))
}
