import { createHash, randomBytes } from 'node:crypto'
import { keepGoogleConsent, mayConnect } from '../../domain/integrations/keep-google-consent.ts'
import { RequestError } from '../../domain/request-error.ts'
import type { GoogleOauth } from '../../google/google-oauth.ts'
import { insertGoogleConsent, takeGoogleConsent } from '../../store/connections/google-consents.ts'
import { findIntegration } from '../../store/connections/integrations.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { isConsentCookie, makeConsentCookie } from '../requests/consent-cookie.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  /** Absent while no Google client is configured. */
  readonly google: GoogleOauth | undefined
  readonly publicOrigin: (request: Request) => string
}

/** What became of a consent; the client's integrations page tells it from `?google=`. */
type Outcome =
  | 'connected'
  | 'cancelled'
  | 'expired'
  | 'other-browser'
  | 'not-allowed'
  | 'other-account'
  | 'refused'
  | 'scope-missing'
  | 'unreachable'

const hash = (text: string) => createHash('sha256').update(text).digest()

export function googleHandlers({ database, vault, google, publicOrigin }: Deps) {
  const redirectUri = (request: Request) => `${publicOrigin(request)}/v1/integrations/google/auth/callback`

  const finish = async (request: Request, client: GoogleOauth): Promise<Outcome> => {
    const { searchParams } = new URL(request.url)
    const state = searchParams.get('state') ?? ''
    const consent = await database.asSystem((query) => takeGoogleConsent(query, hash(state)))
    if (!consent || consent.is_expired) return 'expired'
    if (!isConsentCookie(request, state, publicOrigin(request), consent.browser_hash)) return 'other-browser'
    if (searchParams.has('error')) return searchParams.get('error') === 'access_denied' ? 'cancelled' : 'refused'
    // Another issuer's answer must not be taken to Google, nor Google's to another (RFC 9207).
    if ((searchParams.get('iss') ?? client.issuer) !== client.issuer) return 'refused'
    if (!(await database.asSystem((query) => mayConnect(query, consent)))) return 'not-allowed'

    const tokens = await client.exchange(searchParams.get('code') ?? '', consent.code_verifier, redirectUri(request))
    if (typeof tokens === 'string') return tokens
    return database.asSystem((query) => keepGoogleConsent(query, vault, consent, tokens))
  }

  return {
    startGoogleAuth: async ({
      member: { organizationId },
      principal,
      query: { name, integration_id },
      request,
    }): Promise<Response> => {
      if (!google) throw notConfigured()
      const state = randomBytes(32).toString('base64url')
      const cookie = makeConsentCookie(state, publicOrigin(request))
      const url = await database.inOrganization(organizationId, async (query) => {
        const again =
          integration_id === undefined ? undefined : await findIntegration(query, organizationId, integration_id)
        if (integration_id !== undefined && again?.type !== 'google_oauth') {
          throw new RequestError(422, 'INTEGRATION_NOT_FOUND', 'Integration not found', { field: 'integration_id' })
        }
        const email = again && vault.open({ organizationId, integrationId: again.id }, again.credentials)['email']
        const asked = google.consent(redirectUri(request), state, typeof email === 'string' ? email : undefined)
        await insertGoogleConsent(query, {
          stateHash: hash(state),
          browserHash: cookie.hash,
          organizationId,
          uid: principal.uid,
          integrationName: again?.name ?? name ?? 'Google',
          codeVerifier: asked.codeVerifier,
          integrationId: again?.id,
        })
        return asked.url
      })
      return Response.json({ auth_url: url, state }, { headers: { 'set-cookie': cookie.header } })
    },

    finishGoogleAuth: async ({ request }): Promise<Response> => {
      if (!google) throw notConfigured()
      const outcome = await finish(request, google)
      const headers = {
        location: `${publicOrigin(request)}/integrations?google=${outcome}`,
        'referrer-policy': 'no-referrer',
      }
      return new Response(null, { status: 302, headers })
    },
  } satisfies Partial<Handlers>
}

const notConfigured = () =>
  new RequestError(
    501,
    'NOT_CONFIGURED',
    'Google Sheets is not configured on this server. Its operator has to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  )
