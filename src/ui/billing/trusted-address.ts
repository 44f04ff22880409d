/**
 * Whether the browser may be sent there from a page that somebody is signed in on: anywhere over https, or within this
 * site, which on a local installation is http.
 */
export function isTrustedAddress(address: string, origin: string): boolean {
  try {
    const url = new URL(address, origin)
    return url.protocol === 'https:' || url.origin === origin
  } catch {
    return false
  }
}
