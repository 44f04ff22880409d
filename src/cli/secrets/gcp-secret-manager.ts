import { readFileSync } from 'node:fs'
import { importPKCS8, SignJWT } from 'jose'

import type { ReadSecret } from '../code/resolve-secrets.ts'
import { CommandFailure } from '../command-failure.ts'
import { askVendor, fieldOf, jsonOf, needed, refusal, splitPlace } from './ask-vendor.ts'

const VENDOR = 'GCP Secret Manager'
const WHY =
  'Set it to the key file of a service account, or GOOGLE_OAUTH_ACCESS_TOKEN to a token ("gcloud auth print-access-token").'

/**
 * `gcp:projects/shop/secrets/db-password` is the newest version of a secret; `/versions/7` names one, `#field` a field of one that is JSON
 * (https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions/access).
 */
export function makeReadGcp(environment: Readonly<Record<string, string | undefined>>): ReadSecret {
  let token: Promise<string> | undefined
  return async (place) => {
    const { path, field } = splitPlace(place)
    const [, secret, version = 'latest'] =
      /^(projects\/[^/]+\/secrets\/[^/]+)(?:\/versions\/([^/]+))?$/.exec(path) ?? []
    if (secret === undefined)
      throw new CommandFailure(`"gcp:${place}" has not the form gcp:projects/PROJECT/secrets/SECRET.`)
    token ??= accessToken(environment)
    const base = environment['GOOGLE_SECRET_MANAGER_URL'] ?? 'https://secretmanager.googleapis.com'
    const headers = { authorization: `Bearer ${await token}` }
    const response = await askVendor(
      VENDOR,
      new Request(new URL(`/v1/${secret}/versions/${version}:access`, base), { headers }),
    )
    const body = jsonOf(await response.text())
    if (response.status === 404) return undefined
    if (!response.ok)
      throw refusal(VENDOR, path, (body?.['error'] as { message?: unknown } | undefined)?.message ?? response.status)
    const { data } = (body?.['payload'] ?? {}) as { readonly data?: unknown }
    const text = Buffer.from(String(data ?? ''), 'base64').toString('utf8')
    return field === undefined ? text : fieldOf(VENDOR, path, jsonOf(text), field)
  }
}

/** A token of a person, or one for the key of a service account (RFC 7523). */
async function accessToken(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  const own = environment['GOOGLE_OAUTH_ACCESS_TOKEN']
  if (own) return own
  const file = needed(environment, 'GOOGLE_APPLICATION_CREDENTIALS', WHY)
  const key = jsonOf(readFileSync(file, 'utf8'))
  const {
    client_email: email,
    private_key: privateKey,
    token_uri: uri = 'https://oauth2.googleapis.com/token',
  } = key ?? {}
  if (typeof email !== 'string' || typeof privateKey !== 'string')
    throw new CommandFailure(`${file} is no key file of a service account.`)
  const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/cloud-platform' })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(String(uri))
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(await importPKCS8(privateKey, 'RS256'))
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const response = await askVendor(VENDOR, new Request(String(uri), { method: 'POST', body }))
  const answer = jsonOf(await response.text())
  const token = answer?.['access_token']
  if (typeof token === 'string') return token
  throw refusal(VENDOR, email, answer?.['error_description'] ?? answer?.['error'] ?? response.status)
}
