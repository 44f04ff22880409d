import { RequestError } from '../../domain/request-error.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import { STATUS_OF } from '../../http/problem.ts'
import type { HostGuard } from '../../http/requests/host-guard.ts'
import { readText } from '../../http/requests/read-body.ts'
import { deleteAccount, lookup, update } from './account-calls.ts'
import { signInWithIdp } from './google-calls.ts'
import { googleFrame } from './google-frame.ts'
import { googlePage } from './google-page.ts'
import { IdentityError } from './identity-error.ts'
import { type IdentityRequest, identityRequest } from './identity-request.ts'
import type { IdentityState } from './identity-state.ts'
import { linkPage } from './link-page.ts'
import { resetPassword, signInWithPassword, signUp } from './password-calls.ts'
import { sendOobCode } from './send-link.ts'
import type { SigningKey } from './signing-key.ts'

/** `token` of the Secure Token service: a new ID token for a refresh token. */
async function grantToken(
  { tokens }: IdentityState,
  { grant_type: grantType, refresh_token: refreshToken }: IdentityRequest,
) {
  if (!grantType) throw new IdentityError('MISSING_GRANT_TYPE')
  if (grantType !== 'refresh_token') throw new IdentityError('INVALID_GRANT_TYPE')
  const person = await tokens.renewable(refreshToken)
  const { idToken, refreshToken: renewed, expiresIn } = await tokens.issue(person)
  return {
    id_token: idToken,
    access_token: idToken,
    refresh_token: renewed,
    expires_in: expiresIn,
    token_type: 'Bearer',
    user_id: person.account.localId,
  }
}

type IdentityCall = (state: IdentityState, request: IdentityRequest, address: string) => Promise<object>

/** The calls of the Firebase SDK in a browser. There are no administrator calls. */
const CALLS: Readonly<Record<string, IdentityCall>> = {
  '/identitytoolkit.googleapis.com/v1/accounts:signUp': signUp,
  '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword': signInWithPassword,
  '/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp': signInWithIdp,
  '/identitytoolkit.googleapis.com/v1/accounts:lookup': lookup,
  '/identitytoolkit.googleapis.com/v1/accounts:update': update,
  '/identitytoolkit.googleapis.com/v1/accounts:delete': deleteAccount,
  '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode': sendOobCode,
  '/identitytoolkit.googleapis.com/v1/accounts:resetPassword': resetPassword,
  '/securetoken.googleapis.com/v1/token': grantToken,
}

export interface IdentityServiceOptions {
  readonly state: IdentityState
  readonly key: SigningKey
  readonly guard: HostGuard
  /** Origins of the pages that may show the frame. */
  readonly pages: readonly string[]
  readonly log: Log
}

/** Answers one request to the port, with the caller's address. */
export type IdentityService = (request: Request, port?: number, address?: string) => Promise<Response>

/** The sign-in service of a local installation: the part of Google's Identity Toolkit that the Firebase SDK calls. */
export function makeIdentityService({ state, key, guard, pages, log }: IdentityServiceOptions): IdentityService {
  async function answer(request: Request, address: string): Promise<Response> {
    const { pathname } = new URL(request.url)
    const call = Object.hasOwn(CALLS, pathname) ? CALLS[pathname] : undefined
    if (call && request.method === 'POST') return Response.json(await call(state, await read(request), address))
    const isPage = request.method === 'GET' || request.method === 'POST'
    if (isPage && pathname === '/emulator/auth/handler') return googlePage(state, request, address)
    if (isPage && pathname === '/emulator/action') return linkPage(state, request)
    if (request.method === 'GET') {
      if (pathname === '/') return Response.json({ identityService: { ready: true } })
      if (pathname === '/.well-known/jwks.json') return Response.json({ keys: [key.published] })
      if (pathname === '/emulator/auth/iframe') return googleFrame(pages)
    }
    throw new IdentityError('NOT_FOUND', 404)
  }

  return async (request, port, address = 'unknown') => {
    const requestError = guard(request, port)
    if (requestError) return errorAnswer(STATUS_OF[requestError.kind], `${requestError.code} : ${requestError.message}`)
    const origin = request.headers.get('origin')
    if (request.method === 'OPTIONS' && origin !== null) return withLeave(new Response(null, { status: 204 }), request)
    const response = await answer(request, address).catch((error: unknown) => refused(error, log))
    return origin === null ? response : withLeave(response, request)
  }
}

async function read(request: Request): Promise<IdentityRequest> {
  const text = await readText(request)
  if (/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    return identityRequest(Object.fromEntries(new URLSearchParams(text)))
  try {
    return identityRequest(JSON.parse(text))
  } catch (error) {
    throw error instanceof SyntaxError ? new IdentityError('INVALID_ARGUMENT : The request is not JSON.') : error
  }
}

function refused(error: unknown, log: Log): Response {
  if (error instanceof IdentityError) return errorAnswer(error.status, error.message)
  if (error instanceof RequestError) return errorAnswer(STATUS_OF[error.kind], `${error.code} : ${error.message}`)
  log.error('sign-in service', { error: describeError(error) })
  return errorAnswer(500, 'INTERNAL')
}

/** In the form of Google's calls. */
const errorAnswer = (code: number, message: string): Response =>
  Response.json(
    { error: { code, message, errors: [{ message, reason: 'invalid', domain: 'global' }] } },
    { status: code },
  )

/** Lets the browser give the answer to the page, which the guard knows. */
function withLeave(response: Response, request: Request): Response {
  response.headers.set('access-control-allow-origin', request.headers.get('origin') ?? '')
  response.headers.set('vary', 'origin')
  if (request.method === 'OPTIONS') {
    response.headers.set('access-control-allow-methods', 'GET, POST')
    response.headers.set('access-control-allow-headers', request.headers.get('access-control-request-headers') ?? '')
    response.headers.set('access-control-max-age', '600')
  }
  return response
}
