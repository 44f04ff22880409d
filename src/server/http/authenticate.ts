import type { Principal, VerifyToken } from '../identity/principal.ts'
import { Refusal } from '../usecases/refusal.ts'

/** The caller behind the bearer token. Tokens anywhere else, in a query or a cookie, count for nothing. @throws Refusal 401 */
export async function authenticate(request: Request, verify: VerifyToken): Promise<Principal> {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const principal = token === undefined || token.length > 8_192 ? undefined : await verify(token)
  if (!principal) throw new Refusal(401, 'UNAUTHENTICATED', 'Sign in to continue.')
  return principal
}
