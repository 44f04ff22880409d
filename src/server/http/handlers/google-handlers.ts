import { sentence } from '../../../core/catalog/sentence.ts'
import { finishConsent, newConsentState, startConsent } from '../../domain/integrations/google-consent.ts'
import type { GoogleOauth } from '../../domain/integrations/google-oauth.ts'
import { RequestError } from '../../domain/request-error.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { isConsentCookie, makeConsentCookie } from '../requests/consent-cookie.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  /** Absent if no Google client is configured. */
  readonly google: GoogleOauth | undefined
  readonly publicOrigin: (request: Request) => string
}

export function googleHandlers({ database, vault, google, publicOrigin }: Deps) {
  const redirectUriOf = (request: Request) => `${publicOrigin(request)}/v1/integrations/google/auth/callback`

  return {
    startGoogleAuth: async ({ member, query: { name, integration_id: integrationId }, request }): Promise<Response> => {
      if (!google) throw notConfigured()
      const state = newConsentState()
      const cookie = makeConsentCookie(state, publicOrigin(request))
      const url = await startConsent({ database, vault, google }, member, {
        state,
        redirectUri: redirectUriOf(request),
        browserHash: cookie.hash,
        name,
        integrationId,
      })
      return Response.json({ auth_url: url, state }, { headers: { 'set-cookie': cookie.header } })
    },

    finishGoogleAuth: async ({ request }): Promise<Response> => {
      if (!google) throw notConfigured()
      const { searchParams } = new URL(request.url)
      const state = searchParams.get('state') ?? ''
      const outcome = await finishConsent(
        { database, vault, google },
        {
          state,
          redirectUri: redirectUriOf(request),
          isSameBrowser: (hash) => isConsentCookie(request, state, publicOrigin(request), hash),
          error: searchParams.get('error'),
          issuer: searchParams.get('iss'),
          code: searchParams.get('code'),
        },
      )
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
    'not-configured',
    'NOT_CONFIGURED',
    sentence`Google Sheets is not configured on this server. Its operator has to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
  )
