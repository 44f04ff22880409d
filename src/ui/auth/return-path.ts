/** Where to go after sign-in: a path of this site, nothing else, whatever the address bar says. */
export const safeReturnPath = (wanted: unknown): string =>
  typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : '/'

/** The token of the invitation that one comes back to after sign-in. */
export function invitationIn(wanted: unknown): string | undefined {
  const { pathname, searchParams } = new URL(safeReturnPath(wanted), location.origin)
  return pathname === '/accept-invite' ? (searchParams.get('token') ?? undefined) : undefined
}
