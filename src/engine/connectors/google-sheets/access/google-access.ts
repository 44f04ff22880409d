import { createHash } from 'node:crypto'
import { z } from 'zod/mini'

import { GOOGLE_ERRORS, RECONNECT } from '../../../../core/catalog/errors/google-errors.ts'
import type { Problem } from '../../../ports/connector.ts'
import { knownProblem } from '../../../ports/known-problem.ts'
import type { Clock } from '../../vendor-api/clock.ts'
import { jsonAs, jsonIn, type VendorAnswer } from '../../vendor-api/vendor-call.ts'
import { makeVendorClient } from '../../vendor-api/vendor-client.ts'
import { CallQuota } from './call-quota.ts'
import type { SpreadsheetSettings } from './spreadsheet-settings.ts'

/** Google's limit per person and project, for reads and for writes each (developers.google.com/sheets/api/limits). */
export const GOOGLE_CALLS_A_MINUTE = 60

/** A few are reserved for tests of connections. */
const CALLS_PER_MINUTE = 55

/** A token is not used in its last minutes, so that it does not expire during a call. */
const EARLY_MS = 5 * 60_000

/** State that all users of one consent share in this process. */
export interface GoogleAccess {
  readonly reads: CallQuota
  readonly writes: CallQuota
  /** A token that is valid for some more minutes. @throws VendorError, `REAUTH_REQUIRED` when the consent was withdrawn */
  token(signal: AbortSignal): Promise<string>
  /** Forgets a token that Google refused. */
  forget(): void
}

/**
 * Access by consent. Runs of one process that need a token at the same time wait for the same call; two processes may refresh twice,
 * which Google allows: the older token stays valid.
 */
export function makeGoogleAccesses(clock: Clock) {
  const accesses = new Map<string, GoogleAccess>()

  return (settings: SpreadsheetSettings): GoogleAccess => {
    const key = createHash('sha256').update(settings.refreshToken).digest('hex')
    const access = accesses.get(key) ?? makeGoogleAccess(settings, clock)
    accesses.set(key, access)
    return access
  }
}

function makeGoogleAccess(settings: SpreadsheetSettings, clock: Clock): GoogleAccess {
  let current: { readonly token: string; readonly until: number } | undefined
  let refreshing: Promise<string> | undefined

  const refresh = async (): Promise<string> => {
    const { access_token: token, expires_in: seconds } = await callForToken(settings, clock)
    current = { token, until: clock.now() + seconds * 1_000 - EARLY_MS }
    return token
  }

  return {
    reads: new CallQuota(CALLS_PER_MINUTE, clock),
    writes: new CallQuota(CALLS_PER_MINUTE, clock),

    token: async (signal) => {
      if (current && clock.now() < current.until) return current.token
      refreshing ??= refresh().finally(() => {
        refreshing = undefined
      })
      // A cancelled caller stops waiting; the others still get the token.
      const shared = refreshing
      return await new Promise<string>((resolve, reject) => {
        const abort = () => reject(signal.reason)
        signal.addEventListener('abort', abort, { once: true })
        if (signal.aborted) abort()
        shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
      })
    },

    forget: () => {
      current = undefined
    },
  }
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })

/** Google's refresh (developers.google.com/identity/protocols/oauth2/web-server#offline). */
const callForToken = (
  { oauthAddress, refreshToken, clientId, clientSecret }: SpreadsheetSettings,
  clock: Clock,
): Promise<z.infer<typeof tokenAnswer>> =>
  makeVendorClient({
    vendor: 'Google',
    address: oauthAddress,
    signal: AbortSignal.timeout(60_000),
    explain: explainRefresh,
    secrets: [refreshToken, clientSecret],
    clock,
  }).call({
    method: 'POST',
    path: '/token',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    }),
    isRepeatable: true,
    timeout: 20_000,
    read: jsonAs(tokenAnswer),
  })

const errorBody = z.object({ error: z.string() })

function explainRefresh(answer: VendorAnswer): Partial<Problem> | undefined {
  const { data } = z.safeParse(errorBody, jsonIn(answer))
  const known = data && GOOGLE_ERRORS[data.error]
  return known && knownProblem(known)
}

/** The consent was withdrawn, has expired, or Google ended it: only a person can renew it. */
export const reconnect = knownProblem(RECONNECT)
