import { domainToASCII } from 'node:url'

export interface EmailAddress {
  readonly email: string
  readonly name?: string
}

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

/** Characters that would end a name early, or start something else in a header. */
const NAME = /^[^\p{Cc}<>,;:"\\@[\]()]{1,70}$/u

/**
 * Reads `a@b.example` or `Name <a@b.example>`: one address that no mail server could read as two (RFC 5321 without quoted local
 * parts, comments and source routes). @returns `undefined` for anything else
 */
export function parseEmailAddress(text: string): EmailAddress | undefined {
  if (/\p{Cc}/u.test(text.trim())) return undefined
  const [, name, bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const address = (bracketed ?? text).trim()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = domainToASCII(address.slice(at + 1))
  if (at < 1 || local.length > 64 || domain.length > 253 || !LOCAL.test(local) || !DOMAIN.test(domain)) return undefined
  const shown = name?.trim() ?? ''
  if (shown === '') return { email: `${local}@${domain}` }
  return NAME.test(shown) ? { email: `${local}@${domain}`, name: shown } : undefined
}

/** `Name <a@b.example>` */
export const formatEmailAddress = ({ email, name }: EmailAddress): string =>
  name === undefined ? email : `${name} <${email}>`
