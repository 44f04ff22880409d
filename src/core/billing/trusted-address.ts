/** A path of this site; `//` and `/\\` would lead to another. */
const PATH = /^\/(?![/\\])\S*$/
const ENCRYPTED = /^https:\/\/\S+$/i

/**
 * Whether the browser may be sent there from a page that somebody is signed in on: anywhere over https, or within this
 * site, which on a local installation is http.
 */
export const isTrustedAddress = (address: string, origin: string): boolean =>
  PATH.test(address) || ENCRYPTED.test(address) || (address.startsWith(`${origin}/`) && !/\s/.test(address))
