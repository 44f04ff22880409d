import { isAllowed, PERMISSIONS, type Permission } from '../../core/catalog/permissions.ts'
import { notFound, RequestError } from '../domain/request-error.ts'
import type { Principal } from '../identity/principal.ts'
import type { Database } from '../store/database/database.ts'
import type { Member } from './handler.ts'

/**
 * The caller's membership in the organization, if it permits the call.
 * @throws RequestError 404 when the organization is foreign or absent, 403 when the role does not reach
 */
export async function authorize(
  database: Database,
  principal: Principal,
  organizationId: string,
  permission: Permission,
): Promise<Member> {
  const [membership] = await database.asUser(principal.uid, (query) =>
    query<{ roles: string[] }>('select roles from memberships where organization_id = $1 and user_uid = $2', [
      organizationId,
      principal.uid,
    ]),
  )
  if (!membership) throw notFound()
  const member = { organizationId, roles: membership.roles }
  requirePermission(member, permission)
  return member
}

/** For what only some bodies or objects of a call need, beyond the row's own permission. @throws RequestError 403 */
export function requirePermission({ roles }: Member, permission: Permission): void {
  if (isAllowed(roles, permission)) return
  throw new RequestError(
    403,
    'FORBIDDEN',
    `This needs the role ${PERMISSIONS[permission]} or above in the organization.`,
  )
}
