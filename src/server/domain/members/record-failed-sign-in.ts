import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { listOwnership } from '../../store/organizations/members.ts'

export interface FailedSignIn {
  /** Of the account that somebody tried. */
  readonly uid: string
  readonly email: string
  /** Where the attempt came from. */
  readonly address: string
}

/** Tells each organization of a person that somebody tried to sign in as them. */
export const recordFailedSignIn = (database: Database, { uid, email, address }: FailedSignIn): Promise<void> =>
  database.asSystem(async (query) => {
    for (const { id } of await listOwnership(query, uid))
      await recordAudit(query, id, { uid, email, address }, { action: 'member.sign-in-failed' })
  })
