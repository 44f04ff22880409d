import type { Query } from '../database/database.ts'

export interface GoogleConsentRow {
  readonly organization_id: string
  readonly user_uid: string
  readonly integration_name: string
  readonly browser_hash: Buffer
  readonly code_verifier: string
  /** The integration that gets a new consent; absent for a new one. */
  readonly integration_id: string | null
  readonly is_expired: boolean
}

export interface NewGoogleConsent {
  readonly stateHash: Uint8Array
  readonly browserHash: Uint8Array
  readonly organizationId: string
  readonly uid: string
  readonly integrationName: string
  readonly codeVerifier: string
  readonly integrationId: string | undefined
}

export const insertGoogleConsent = (query: Query, consent: NewGoogleConsent): Promise<object[]> =>
  query(
    `insert into google_consents (state_hash, browser_hash, organization_id, user_uid, integration_name, code_verifier, integration_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      consent.stateHash,
      consent.browserHash,
      consent.organizationId,
      consent.uid,
      consent.integrationName,
      consent.codeVerifier,
      consent.integrationId ?? null,
    ],
  )

/** Takes a consent, so that it is used once, and deletes expired ones. */
export async function takeGoogleConsent(query: Query, stateHash: Uint8Array): Promise<GoogleConsentRow | undefined> {
  const [row] = await query<GoogleConsentRow>(
    `delete from google_consents where state_hash = $1
     returning organization_id, user_uid, integration_name, browser_hash, code_verifier, integration_id,
       created_at < now() - interval '10 minutes' as is_expired`,
    [stateHash],
  )
  await query(`delete from google_consents where created_at < now() - interval '1 hour'`)
  return row
}
