import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod/mini'

/** Reads a document of JSON. @throws when there is no such answer */
export type FetchJson = (url: URL) => Promise<unknown>

/** A new key of an issuer is known after this time at the latest. */
const KEPT_MS = 10 * 60_000
/** Unknown keys make us ask again no more often. */
const PAUSE_MS = 30_000
const MAX_ISSUERS = 1_000

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })
const keySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) })

interface KnownKeys {
  readonly find: JWTVerifyGetKey
  readonly readAt: number
}

/**
 * The public keys of issuers, by OpenID Connect Discovery 1.0: `/.well-known/openid-configuration` names the issuer itself and the address of its keys.
 * @returns a function that answers keys of an issuer; `isAgain` asks for newer ones, which it does at most twice a minute
 */
export function makeIssuerKeys(
  fetchJson: FetchJson,
  now: () => number = Date.now,
): (issuer: string, isAgain?: boolean) => Promise<JWTVerifyGetKey> {
  const known = new Map<string, KnownKeys>()
  return async (issuer, isAgain = false) => {
    const kept = known.get(issuer)
    if (kept && now() - kept.readAt < (isAgain ? PAUSE_MS : KEPT_MS)) return kept.find
    const find = createLocalJWKSet(await readKeys(fetchJson, issuer))
    if (known.size >= MAX_ISSUERS) known.clear()
    known.set(issuer, { find, readAt: now() })
    return find
  }
}

async function readKeys(fetchJson: FetchJson, issuer: string): Promise<JSONWebKeySet> {
  const { issuer: named, jwks_uri } = discovery.parse(
    await fetchJson(new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)),
  )
  if (named !== issuer) throw new Error(`it calls itself ${named}`)
  const url = new URL(jwks_uri)
  if (url.protocol !== 'https:') throw new Error(`its keys are not at an https address`)
  return keySet.parse(await fetchJson(url)) as JSONWebKeySet
}
