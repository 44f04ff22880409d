import { sentence } from '../../../core/catalog/sentence.ts'
import type { KeyFate } from '../../../core/catalog/service-keys.ts'
import type { Query } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { deleteServiceMember, listServiceMembers, recordMaker } from '../../store/organizations/service-members.ts'
import { invalid } from '../request-error.ts'
import type { Member } from './member.ts'

/**
 * Revokes the keys that somebody has made, or makes the actor their maker, in the system's scope and the transaction of the change that
 * causes it. @param maker the uid of the person. @param fate absent: they stay as they are. @throws RequestError
 */
export async function settleKeys(
  query: Query,
  { organizationId, person }: Pick<Member, 'organizationId' | 'person'>,
  maker: string,
  fate: KeyFate | undefined,
): Promise<void> {
  if (fate === undefined) return
  if (fate === 'take_over' && (person.service || person.uid === maker))
    throw invalid(sentence`Only another person can take over these keys.`, 'keys')
  const made = (await listServiceMembers(query, organizationId)).filter((key) => key.created_by === maker)
  for (const { id, name } of made) {
    const action = fate === 'revoke' ? 'member.key-revoked' : 'member.key-taken-over'
    await recordAudit(query, organizationId, person, { action, id, name })
    await (fate === 'revoke'
      ? deleteServiceMember(query, organizationId, id)
      : recordMaker(query, organizationId, id, person.uid))
  }
}
