import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { listOwnership } from '../../store/organizations/members.ts'

export interface FailedSignIn {
  /** The account of the attempt. */
  readonly uid: string
  readonly email: string
  /** The address of the attempt. */
  readonly address: string
}

/** Records in each organization of a person that somebody tried to sign in as this person. */
export const recordFailedSignIn = (database: Database, { uid, email, address }: FailedSignIn): Promise<void> =>
  database.asSystem(async (query) => {
    for (const { id } of await listOwnership(query, uid))
      await recordAudit(query, id, { uid, email, address }, { action: 'member.sign-in-failed' })
  })
