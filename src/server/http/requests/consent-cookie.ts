import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Binds a consent to the browser that started it: only its hash is stored. */
export interface ConsentCookie {
  readonly hash: Uint8Array
  readonly header: string
}

const LIFETIME_SECONDS = 600

/** The name contains the consent's id, so that two parallel consents in one browser do not conflict. */
const nameOf = (state: string, isSecure: boolean) => `${isSecure ? '__Host-' : ''}millrace-google-${state.slice(0, 8)}`

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Lax, because Google's redirect must send it; ten minutes, like the consent. */
export function makeConsentCookie(state: string, origin: string): ConsentCookie {
  const isSecure = origin.startsWith('https:')
  const value = randomBytes(32).toString('base64url')
  const rules = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFETIME_SECONDS}${isSecure ? '; Secure' : ''}`
  return { hash: hashOf(value), header: `${nameOf(state, isSecure)}=${value}; ${rules}` }
}

/** A person who opens somebody else's link, or is lured into opening one, does not have the cookie of the start. */
export function isConsentCookie(request: Request, state: string, origin: string, hash: Uint8Array): boolean {
  const name = `${nameOf(state, origin.startsWith('https:'))}=`
  const cookies = (request.headers.get('cookie') ?? '').split('; ')
  const value = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
  return value !== undefined && timingSafeEqual(hashOf(value), hash)
}
