import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'

import type { GoogleOauth } from '../google/google-oauth.ts'
import { recordAudit } from '../store/audit.ts'
import type { Database } from '../store/database.ts'
import { type GoogleConsentRow, insertGoogleConsent, takeGoogleConsent } from '../store/google-consents.ts'
import { insertIntegration } from '../store/integrations.ts'
import { Refusal } from '../usecases/refusal.ts'
import type { Vault } from '../vault/vault.ts'
import type { Handlers } from './handler.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  /** Absent while no Google client is configured. */
  readonly google: GoogleOauth | undefined
  readonly publicOrigin: (request: Request) => string
}

/** What became of a consent; the client's integrations page tells it from `?google=`. */
type Outcome = 'connected' | 'cancelled' | 'expired' | 'refused' | 'scope-missing' | 'unreachable'

const COOKIE = 'millrace_google'
const hash = (text: string) => createHash('sha256').update(text).digest()

export function googleHandlers({ database, vault, google, publicOrigin }: Deps) {
  const redirectUri = (request: Request) => `${publicOrigin(request)}/v1/integrations/google/auth/callback`

  const finish = async (request: Request, client: GoogleOauth): Promise<Outcome> => {
    const { searchParams } = new URL(request.url)
    const consent = await database.asSystem((query) => takeGoogleConsent(query, hash(searchParams.get('state') ?? '')))
    if (!consent || consent.is_expired || !isSameBrowser(request, consent)) return 'expired'
    if (searchParams.has('error')) return searchParams.get('error') === 'access_denied' ? 'cancelled' : 'refused'

    const tokens = await client.exchange(searchParams.get('code') ?? '', consent.code_verifier, redirectUri(request))
    if (typeof tokens === 'string') return tokens
    const { organization_id: organizationId, integration_name: name } = consent
    const id = randomUUID()
    const { refreshToken, scope, email } = tokens
    const credentials = vault.seal(
      { organizationId, integrationId: id },
      { name, refresh_token: refreshToken, scope, ...(email !== undefined && { email }) },
    )
    await database.asSystem(async (query) => {
      await insertIntegration(query, organizationId, { id, name, type: 'google_oauth', merged: false, credentials })
      const actor = { uid: consent.user_uid, emailVerified: false }
      await recordAudit(query, organizationId, actor, { action: 'integration.created', id, name })
    })
    return 'connected'
  }

  return {
    startGoogleAuth: async ({ member: { organizationId }, principal, query: { name }, request }) => {
      if (!google) throw notConfigured()
      const state = randomBytes(32).toString('base64url')
      const browser = randomBytes(32).toString('base64url')
      const { url, codeVerifier } = google.consent(redirectUri(request), state)
      await database.inOrganization(organizationId, (query) =>
        insertGoogleConsent(query, {
          stateHash: hash(state),
          browserHash: hash(browser),
          organizationId,
          uid: principal.uid,
          integrationName: name ?? 'Google',
          codeVerifier,
        }),
      )
      return Response.json({ auth_url: url, state }, { headers: { 'set-cookie': cookie(request, browser) } })
    },

    finishGoogleAuth: async ({ request }) => {
      if (!google) throw notConfigured()
      const outcome = await finish(request, google)
      const headers = {
        location: `${publicOrigin(request)}/integrations?google=${outcome}`,
        'referrer-policy': 'no-referrer',
      }
      return new Response(null, { status: 302, headers })
    },
  } satisfies Handlers
}

const notConfigured = () =>
  new Refusal(
    501,
    'NOT_CONFIGURED',
    'Google Sheets is not configured on this server. Its operator has to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  )

/** Lax, because Google's redirect must bring it along; ten minutes, as the consent. */
function cookie(request: Request, value: string): string {
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=/v1/integrations/google; HttpOnly; SameSite=Lax; Max-Age=600${secure}`
}

/** Whoever brings somebody else's link back, or is lured into following one, has not the cookie that set out. */
function isSameBrowser(request: Request, { browser_hash }: GoogleConsentRow): boolean {
  const value = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.get('cookie') ?? '')?.[1]
  return value !== undefined && timingSafeEqual(hash(value), browser_hash)
}
