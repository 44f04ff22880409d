import { createHash, createHmac, randomUUID } from 'node:crypto'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import { type CallKey, withCommitCheck } from '../../store/database/commit-check.ts'
import type { Database } from '../../store/database/database.ts'
import {
  endLease,
  findKey,
  freeKey,
  keepLease,
  noteChanged,
  type RequestKeyRow,
  reserveKey,
  saveAnswer,
} from '../../store/organizations/request-keys.ts'
import type { Owner, Vault } from '../../vault/vault.ts'
import { answerLost, keyReused, stillUnderWay, tooManyKeys } from './repeat-errors.ts'

/** Of a call, as it is kept: the status, and the text of a body. */
export interface GivenAnswer {
  readonly status: number
  readonly body: string | null
}

export interface KeyedCall {
  /** Who calls. */
  readonly uid: string
  /** Absent: the call is about no organization that the caller belongs to. */
  readonly organizationId: string | undefined
  /** Of the caller's choice. */
  readonly key: string
  /** Method, path and body: the same key with another one is refused. */
  readonly asked: string
}

export interface RepeatDeps {
  readonly database: Database
  readonly vault: Vault
  readonly log: Log
}

/** A third of the lease, so that one slow statement does not end it. */
const SIGN_OF_LIFE_MS = 10_000

/** A larger body is not kept; no call that changes something has one. */
const LARGEST = 1_048_576

/**
 * Does the work of a call at most once for its key, and answers a repeat with the first answer (draft-ietf-httpapi-idempotency-key-header).
 * The key is reserved first. Each transaction of the work that changes something says so in the key's row, in the same commit, and is undone if
 * another process has taken the key over. So after a kill a repeat knows whether anything was done: if nothing was, it does the work.
 * @param work its answers, also refusals; it throws nothing
 * @throws RequestError when the key was used for another call, the first one is under way, or its answer is lost
 */
export async function answerOnce(
  { database, vault, log }: RepeatDeps,
  call: KeyedCall,
  work: () => Promise<GivenAnswer>,
): Promise<GivenAnswer & { readonly isRepeated: boolean }> {
  const id = idOf(call)
  const attempt = randomUUID()
  const { organizationId } = call
  const caller = createHash('sha256').update(call.uid).digest()
  const mine = { id, caller, organizationId, fingerprint: fingerprintOf(vault, call), attempt }
  if (!(await database.asSystem((query) => reserveKey(query, mine)))) {
    const kept = await database.asSystem((query) => findKey(query, id))
    if (!kept) throw tooManyKeys()
    return { ...repeatedAnswer(vault, call, kept), isRepeated: true }
  }
  const signs = setInterval(() => {
    database.asSystem((query) => keepLease(query, id, attempt)).catch(() => undefined)
  }, SIGN_OF_LIFE_MS)
  try {
    const answer = await withCallKey({ id, attempt }, work)
    // The call is done: a store that is away now makes its answer a lost one, not a failure.
    await keep({ database, vault, log }, call, attempt, answer).catch((error: unknown) => {
      log.warn('the answer of a call is not kept', { error: describeError(error) })
    })
    return { ...answer, isRepeated: false }
  } finally {
    clearInterval(signs)
  }
}

/** Each transaction of the work that changes something says so in the row of its key. @throws RequestError when another attempt has the key */
export const withCallKey = <T>(key: CallKey, work: () => Promise<T>): Promise<T> =>
  withCommitCheck(
    async (query, hasChanged) => {
      if (hasChanged && !(await noteChanged(query, key.id, key.attempt))) throw stillUnderWay()
    },
    work,
    key,
  )

/** Whether the call was done before, with an answer without a body. It says nothing, so somebody who lost the access by that very call may have it again. */
export async function wasDone({ database, vault }: RepeatDeps, call: KeyedCall): Promise<boolean> {
  const kept = await database.asSystem((query) => findKey(query, idOf(call)))
  return kept?.status === 204 && kept.fingerprint === fingerprintOf(vault, call)
}

async function keep(
  { database, vault }: RepeatDeps,
  call: KeyedCall,
  attempt: string,
  { status, body }: GivenAnswer,
): Promise<void> {
  const id = idOf(call)
  await database.asSystem(async (query) => {
    if (status >= 400 && (await freeKey(query, id, attempt))) return
    if (status >= 500) return void (await endLease(query, id, attempt))
    const isKept = body !== null && body.length <= LARGEST
    const sealed = isKept ? vault.seal(ownerOf(call), { body }) : null
    await saveAnswer(query, id, attempt, { status, sealed, bytes: body?.length ?? 0 })
  })
}

function repeatedAnswer(vault: Vault, call: KeyedCall, kept: RequestKeyRow): GivenAnswer {
  if (kept.fingerprint !== fingerprintOf(vault, call)) throw keyReused()
  if (kept.status === null) throw kept.is_leased ? stillUnderWay() : answerLost()
  if (kept.bytes === 0) return { status: kept.status, body: null }
  if (!kept.sealed) throw answerLost()
  return { status: kept.status, body: vault.open<{ readonly body: string }>(ownerOf(call), kept.sealed).body }
}

const idOf = ({ uid, organizationId = '', key }: KeyedCall): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([uid, organizationId, key]))
    .digest()

/** Keyed, so that nobody can guess a password of a body from it. */
const fingerprintOf = (vault: Vault, { organizationId, uid, asked }: KeyedCall): string =>
  createHmac('sha256', vault.saltOf(organizationId ?? uid))
    .update(asked)
    .digest('hex')

const ownerOf = (call: KeyedCall): Owner => ({
  organizationId: call.organizationId ?? call.uid,
  integrationId: `answer ${idOf(call).toString('base64url')}`,
})
