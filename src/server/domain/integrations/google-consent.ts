import { createHash, randomBytes } from 'node:crypto'
import { sentence } from '../../../core/catalog/sentence.ts'
import { insertGoogleConsent, takeGoogleConsent } from '../../store/connections/google-consents.ts'
import { findIntegration } from '../../store/connections/integrations.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Member } from '../members/member.ts'
import { RequestError } from '../request-error.ts'
import type { GoogleFailure, GoogleOauth } from './google-oauth.ts'
import { keepGoogleConsent, mayConnect } from './keep-google-consent.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly google: GoogleOauth
}

interface ConsentRequest {
  readonly state: string
  /** The address to which Google redirects the browser. */
  readonly redirectUri: string
  /** A value that only this browser knows. */
  readonly browserHash: Uint8Array
  /** The name of a new integration. */
  readonly name: string | undefined
  /** The integration that gets a new consent. */
  readonly integrationId: string | undefined
}

/** The data of the redirect. */
interface ConsentReturn {
  readonly state: string
  readonly redirectUri: string
  readonly isSameBrowser: (hash: Buffer) => boolean
  readonly error: string | null
  readonly issuer: string | null
  readonly code: string | null
}

/** The outcome of a consent; the client's integrations page reads it from `?google=`. */
export type ConsentOutcome =
  | 'connected'
  | 'cancelled'
  | 'expired'
  | 'other-browser'
  | 'not-allowed'
  | 'other-account'
  | GoogleFailure

export const newConsentState = (): string => randomBytes(32).toString('base64url')

const hash = (text: string) => createHash('sha256').update(text).digest()

/** @returns the address of Google's page. @throws RequestError if the integration is not one of Google */
export const startConsent = (
  { database, vault, google }: Deps,
  { organizationId, person }: Member,
  { state, redirectUri, browserHash, name, integrationId }: ConsentRequest,
): Promise<string> =>
  database.inOrganization(organizationId, async (query) => {
    const again = integrationId === undefined ? undefined : await findIntegration(query, organizationId, integrationId)
    if (integrationId !== undefined && again?.type !== google.integrationType)
      throw new RequestError('invalid', 'INTEGRATION_NOT_FOUND', sentence`Integration not found`, {
        field: 'integration_id',
      })
    const email = again && vault.open({ organizationId, integrationId: again.id }, again.credentials)['email']
    const asked = google.consent(redirectUri, state, typeof email === 'string' ? email : undefined)
    await insertGoogleConsent(query, {
      stateHash: hash(state),
      browserHash,
      organizationId,
      uid: person.uid,
      integrationName: again?.name ?? name ?? 'Google',
      codeVerifier: asked.codeVerifier,
      integrationId: again?.id,
    })
    return asked.url
  })

/** Accepts the consent when the browser returns, once. */
export async function finishConsent(
  { database, vault, google }: Deps,
  { state, redirectUri, isSameBrowser, error, issuer, code }: ConsentReturn,
): Promise<ConsentOutcome> {
  const consent = await database.asSystem((query) => takeGoogleConsent(query, hash(state)))
  if (!consent || consent.is_expired) return 'expired'
  if (!isSameBrowser(consent.browser_hash)) return 'other-browser'
  if (error !== null) return error === 'access_denied' ? 'cancelled' : 'refused'
  // Another issuer's answer must not be sent to Google, nor Google's to another (RFC 9207).
  if ((issuer ?? google.issuer) !== google.issuer) return 'refused'
  if (!(await database.asSystem((query) => mayConnect(query, consent)))) return 'not-allowed'

  const tokens = await google.exchange(code ?? '', consent.code_verifier, redirectUri)
  if (typeof tokens === 'string') return tokens
  const { integrationType: type } = google
  return database.asSystem((query) => keepGoogleConsent(query, vault, consent, { ...tokens, type }))
}
