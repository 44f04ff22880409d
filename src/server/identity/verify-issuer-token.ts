import { createHash } from 'node:crypto'
import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'

import { sentence } from '../../core/catalog/sentence.ts'
import { RequestError } from '../domain/request-error.ts'
import type { VerifyIssuerToken } from '../domain/service-members/issuer-token.ts'
import { tokenRefused } from '../domain/service-members/token-refused.ts'
import { CLOCK_TOLERANCE } from './claims.ts'
import { type FetchJson, makeIssuerKeys } from './issuer-keys.ts'

/** Only signatures with a public key: a key of an issuer is public, so that it must never count as a password. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Tokens of CI jobs live for minutes; one that is older was kept somewhere. */
const MAX_AGE = '24 hours'

/** Verifies tokens of issuers such as GitHub Actions, GitLab or Kubernetes by the keys that they publish. */
export function makeVerifyIssuerToken(fetchJson: FetchJson): VerifyIssuerToken {
  const keysOf = makeIssuerKeys(fetchJson)
  return async (token, issuers) => {
    const issuer = issuerOf(token)
    if (!issuers.includes(issuer))
      throw tokenRefused(sentence`There is no such program, or none that accepts tokens of ${issuer.slice(0, 200)}.`)
    const { aud = [], sub = '', jti } = await verified(token, issuer, keysOf)
    if (sub === '') throw tokenRefused(sentence`The token has no subject.`)
    const digest = createHash('sha256')
      .update(jti === undefined ? withoutSignature(token) : JSON.stringify([issuer, jti]))
      .digest()
    return { issuer, subject: sub, audiences: Array.isArray(aud) ? aud : [aud], digest }
  }
}

/** Of some signatures there are others that are as good. */
const withoutSignature = (token: string): string => token.slice(0, token.lastIndexOf('.'))

function issuerOf(token: string): string {
  try {
    const { iss } = decodeJwt(token)
    if (typeof iss === 'string') return iss
  } catch {
    // Said below.
  }
  throw tokenRefused(sentence`This is no token of an issuer. Send a JSON Web Token with the claim iss.`)
}

async function verified(token: string, issuer: string, keysOf: ReturnType<typeof makeIssuerKeys>): Promise<JWTPayload> {
  const byKeys = async (keys: JWTVerifyGetKey) =>
    (
      await jwtVerify(token, keys, {
        issuer,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'aud', 'iat', 'exp'],
        clockTolerance: CLOCK_TOLERANCE,
        maxTokenAge: MAX_AGE,
      })
    ).payload
  const keys = await reached(keysOf(issuer), issuer)
  try {
    return await byKeys(keys)
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw refusal(error)
  }
  const newer = await reached(keysOf(issuer, true), issuer)
  return byKeys(newer).catch((error: unknown) => {
    throw refusal(error)
  })
}

const reached = (keys: Promise<JWTVerifyGetKey>, issuer: string): Promise<JWTVerifyGetKey> =>
  keys.catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : ''
    throw new RequestError(
      'unavailable',
      'ISSUER_UNAVAILABLE',
      sentence`The keys of ${issuer} could not be read: ${reason}.`,
    )
  })

function refusal(error: unknown): RequestError {
  if (error instanceof errors.JWTExpired)
    return tokenRefused(sentence`The token has expired. Ask its issuer for a new one.`)
  if (error instanceof errors.JWTClaimValidationFailed)
    return tokenRefused(sentence`The claim ${error.claim} of the token is missing or not valid.`)
  return tokenRefused(sentence`The signature of the token is not the issuer’s.`)
}
