import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What ties a consent to the browser that set out: only its hash is stored. */
export interface ConsentCookie {
  readonly hash: Uint8Array
  readonly header: string
}

const LIFETIME_SECONDS = 600

/** Named after the consent, so that two that are under way in one browser do not disturb each other. */
const nameOf = (state: string, isSecure: boolean) => `${isSecure ? '__Host-' : ''}millrace-google-${state.slice(0, 8)}`

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Lax, because Google's redirect must bring it along; ten minutes, as the consent. */
export function makeConsentCookie(state: string, origin: string): ConsentCookie {
  const isSecure = origin.startsWith('https:')
  const value = randomBytes(32).toString('base64url')
  const rules = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFETIME_SECONDS}${isSecure ? '; Secure' : ''}`
  return { hash: hashOf(value), header: `${nameOf(state, isSecure)}=${value}; ${rules}` }
}

/** Whoever brings somebody else's link back, or is lured into following one, has not the cookie that set out. */
export function isConsentCookie(request: Request, state: string, origin: string, hash: Uint8Array): boolean {
  const name = `${nameOf(state, origin.startsWith('https:'))}=`
  const cookies = (request.headers.get('cookie') ?? '').split('; ')
  const value = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
  return value !== undefined && timingSafeEqual(hashOf(value), hash)
}
