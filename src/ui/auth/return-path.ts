/** Where to go after sign-in: a path of this site, nothing else, whatever the address bar says. */
export const safeReturnPath = (wanted: unknown): string =>
  typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : '/'
