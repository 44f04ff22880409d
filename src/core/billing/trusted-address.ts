/** A path of this site; `//` and `/\\` would lead to another site. */
const PATH = /^\/(?![/\\])\S*$/
const ENCRYPTED = /^https:\/\/\S+$/i

/**
 * Whether the browser may go to this address from a page after sign-in: any https address, or a path of
 * this site, which uses http in a local installation.
 */
export const isTrustedAddress = (address: string, origin: string): boolean =>
  PATH.test(address) || ENCRYPTED.test(address) || (address.startsWith(`${origin}/`) && !/\s/.test(address))
