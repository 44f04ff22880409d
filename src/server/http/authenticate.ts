import type { Principal, VerifyToken } from '../domain/people/principal.ts'

/** The caller of the bearer token, or nobody. Tokens in other places, such as a query or a cookie, are ignored. */
export async function authenticate(request: Request, verify: VerifyToken, address?: string): Promise<Principal | null> {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return token === undefined || token.length > 8_192 ? null : ((await verify(token, address)) ?? null)
}
