import type { Query } from '../database/database.ts'

interface ExchangedToken {
  readonly organizationId: string
  readonly digest: Buffer
  /** Of the new key. */
  readonly keyHash: Buffer
  /** Of the key that the caller has from an earlier exchange. */
  readonly heldHash: Buffer | undefined
}

/**
 * Remembers that a token was exchanged; tokens that are too old to be accepted are forgotten.
 * @returns whether it may be: it was not before, or the caller has the key of the last time, which still counts
 */
export async function rememberExchange(
  query: Query,
  { organizationId, digest, keyHash, heldHash }: ExchangedToken,
): Promise<boolean> {
  await query(`delete from exchanged_tokens where exchanged_at < now() - interval '25 hours'`)
  const remembered = await query(
    `insert into exchanged_tokens as known (digest, organization_id, key_hash) values ($1, $2, $3)
     on conflict (digest) do update set key_hash = excluded.key_hash, exchanged_at = now()
       where known.key_hash = $4::bytea and exists (select from short_keys where key_hash = $4::bytea and expires_at > now())
     returning true as remembered`,
    [digest, organizationId, keyHash, heldHash ?? null],
  )
  return remembered.length > 0
}
