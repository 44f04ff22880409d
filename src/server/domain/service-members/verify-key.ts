import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { findKeyHolder } from '../../store/organizations/service-members.ts'
import { hashOfKey, isServiceKey } from '../../vault/service-key.ts'
import type { VerifyToken } from '../people/principal.ts'
import { RequestError } from '../request-error.ts'

/** For a key without an end; a stream that it opened ends then, and is opened again. */
const LONGEST_SECONDS = 24 * 60 * 60

/**
 * The second verifier: the keys of service members, asked of the store with every call, so that a revoked key is refused at once on every process.
 * Other tokens go to `verifyPerson`.
 */
export const makeVerifyKey =
  (database: Database, verifyPerson: VerifyToken): VerifyToken =>
  async (token, address) => {
    if (!isServiceKey(token)) return verifyPerson(token, address)
    const holder = await database.asSystem((query) => findKeyHolder(query, hashOfKey(token), address))
    if (!holder) return undefined
    if (holder.has_ended)
      throw new RequestError(
        'unauthenticated',
        'KEY_EXPIRED',
        sentence`This key has expired. Renew it in the settings of the organization.`,
      )
    if (holder.is_orphaned)
      throw new RequestError(
        'unauthenticated',
        'KEY_WITHOUT_MAKER',
        sentence`Whoever made this key is no member of the organization any more. Somebody else can renew it in the settings of the organization.`,
      )
    const now = Math.floor(Date.now() / 1_000)
    return defined({
      uid: holder.uid,
      emailVerified: false,
      displayName: holder.name ?? undefined,
      // It never proves that a person is there.
      signedInAt: 0,
      expiresAt: Math.min(
        now + LONGEST_SECONDS,
        Math.floor((holder.ends_at?.getTime() ?? Number.POSITIVE_INFINITY) / 1_000),
      ),
      service: defined({ flowIds: holder.flow_ids ?? undefined, needsApproval: holder.needs_approval || undefined }),
    })
  }
