/** A page on the web or a path of this site; never `javascript:` or the like, whatever a server says. */
const SAFE = /^(https?:\/\/\S+|\/(?![/\\])\S*)$/i

/** Whether a browser may be sent to an address that came from a server. */
export const isSafeAddress = (address: string): boolean => SAFE.test(address)
