/** A page on the web or a path of this site; never `javascript:` or similar, whatever a server returns. */
const SAFE = /^(https?:\/\/\S+|\/(?![/\\])\S*)$/i

/** Whether a browser may be sent to an address from a server. */
export const isSafeAddress = (address: string): boolean => SAFE.test(address)
