import { SignJWT } from 'jose'
import { z } from 'zod/mini'
import { sentence } from '../../../core/catalog/sentence.ts'
import { VENDORS } from '../../ports/vendors.ts'
import type { Clock } from '../vendor-api/clock.ts'
import { jsonAs, jsonIn } from '../vendor-api/vendor-call.ts'
import { makeVendorClient } from '../vendor-api/vendor-client.ts'
import type { ServiceAccount } from './service-account.ts'

const SCOPES = 'https://www.googleapis.com/auth/bigquery https://www.googleapis.com/auth/devstorage.read_write'

/** A token is not used in the last part of its lifetime, in milliseconds. */
const MARGIN_MS = 60_000

const token = z.object({ access_token: z.string(), expires_in: z.number() })

export interface GoogleCloudAccess {
  /** A bearer token for BigQuery and Cloud Storage. @throws ConnectorError `SIGN_IN_REFUSED` */
  token(signal: AbortSignal): Promise<string>
}

/** Signs in as a service account: a signed assertion for a token (RFC 7523; developers.google.com/identity/protocols/oauth2/service-account). */
export function makeGoogleCloudAccess(
  account: ServiceAccount,
  address: string = VENDORS.googleOauth.address,
  clock: Clock,
): GoogleCloudAccess {
  let current: { readonly text: string; readonly until: number } | undefined

  async function signIn(signal: AbortSignal): Promise<string> {
    const now = Math.floor(clock.now() / 1000)
    const assertion = await new SignJWT({ scope: SCOPES })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: account.keyId })
      .setIssuer(account.email)
      // Always Google's own address, even for stand-ins: an assertion is useless elsewhere.
      .setAudience(`${VENDORS.googleOauth.address}/token`)
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(account.privateKey)
    const client = makeVendorClient({
      vendor: 'Google',
      address,
      signal,
      clock,
      secrets: [assertion],
      explain: (answer) => {
        const { error_description: description } = (jsonIn(answer) ?? {}) as { error_description?: unknown }
        if (answer.status !== 400 && answer.status !== 401) return undefined
        return {
          code: 'SIGN_IN_REFUSED',
          message:
            typeof description === 'string'
              ? sentence`Google does not accept the service account: ${description}.`
              : sentence`Google does not accept the service account.`,
          hint: sentence`The key may have been deleted, or the account disabled. Create a new key and enter it.`,
          field: 'service_account_key',
        }
      },
    })
    const answer = await client.call({
      method: 'POST',
      path: '/token',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      isRepeatable: true,
      read: jsonAs(token),
    })
    current = { text: answer.access_token, until: clock.now() + answer.expires_in * 1000 - MARGIN_MS }
    return answer.access_token
  }

  return {
    token: async (signal) => (current && current.until > clock.now() ? current.text : signIn(signal)),
  }
}
