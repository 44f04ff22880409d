/** The page after sign-in: only a path of this site, whatever the address contains. */
export const safeReturnPath = (wanted: unknown): string =>
  typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : '/'

/** The token of the invitation to which the user returns after sign-in. */
export function invitationIn(wanted: unknown): string | undefined {
  const { pathname, searchParams } = new URL(safeReturnPath(wanted), location.origin)
  return pathname === '/accept-invite' ? (searchParams.get('token') ?? undefined) : undefined
}
