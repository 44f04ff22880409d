import { FOR_MODELS } from '../../contract/for-models.ts'
import type { Operation } from '../../contract/requests/operations.ts'
import { defined } from '../../core/catalog/defined.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import { KEY_PREFIX } from '../../core/catalog/service-keys.ts'
import { authorize, type Member, peopleOnly } from '../domain/members/member.ts'
import type { Principal, VerifyToken } from '../domain/people/principal.ts'
import { RequestError } from '../domain/request-error.ts'
import type { Log } from '../host/log.ts'
import type { Database } from '../store/database/database.ts'
import { authenticate } from './authenticate.ts'
import { type CallsOfModels, isForModel } from './for-models.ts'
import type { makeRateLimiter } from './requests/rate-limiter.ts'

/** The limit of refused tokens per address. A valid token always passes, so guessing locks nobody else out. */
const REFUSED_TOKEN_LIMIT = { calls: 60, seconds: 60 }

/** The limit of calls with keys per address: far above what the programs of one place need. */
const KEY_LIMIT = { calls: 6_000, seconds: 60 }

interface Options {
  readonly database: Database
  readonly verify: VerifyToken
  readonly log: Log
  readonly checkRate: ReturnType<typeof makeRateLimiter>
  readonly callsOfModels: CallsOfModels
  readonly callsOfBulk: Pick<WeakSet<Request>, 'has'>
}

/** Who makes a call, and as which member of an organization. */
export function makeCallers({ database, verify, log, checkRate, callsOfModels, callsOfBulk }: Options) {
  const callerOf = async (row: Operation, request: Request, address: string): Promise<Principal | undefined> => {
    if (row.access === 'public') return undefined
    // Each key is looked up in the database, before anybody knows whose it is.
    if (hasKey(request)) checkRate(`keys ${address}`, KEY_LIMIT)
    const caller = await authenticate(request, verify, address)
    if (caller)
      return {
        ...caller,
        address,
        ...defined({
          isForModel: isForModel(caller, request, callsOfModels) || undefined,
          isInBulk: callsOfBulk.has(request) || undefined,
        }),
      }
    checkRate(`refused ${address}`, REFUSED_TOKEN_LIMIT)
    if (request.headers.has('authorization')) log.info('token refused', { address, path: row.path })
    throw notSignedIn(request)
  }

  const memberOf = async (
    row: Operation,
    principal: Principal | undefined,
    orgId: string,
  ): Promise<Member | undefined> => {
    if (!principal || row.access === 'public') return undefined
    if (row.access === 'signed-in') {
      if (principal.service && !row.service) throw peopleOnly()
      return undefined
    }
    const member = await authorize(database, principal, orgId, row.access)
    if (principal.service?.needsApproval && !FOR_MODELS.includes(row.name)) throw approvalNeeded()
    return member
  }

  return { callerOf, memberOf }
}

const KEY = new RegExp(`^bearer ${KEY_PREFIX}`, 'i')

const hasKey = (request: Request): boolean => KEY.test(request.headers.get('authorization') ?? '')

const notSignedIn = (request: Request) =>
  hasKey(request)
    ? new RequestError(
        'unauthenticated',
        'KEY_INVALID',
        sentence`This key is not valid: it was revoked or renewed, or a part of it is missing.`,
      )
    : new RequestError('unauthenticated', 'UNAUTHENTICATED', sentence`Sign in to continue.`)

const approvalNeeded = () =>
  new RequestError(
    'forbidden',
    'APPROVAL_NEEDED',
    sentence`This key reads and tries. It starts a flow only by a dry run that a person has approved.`,
  )
