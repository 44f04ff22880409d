import { randomInt } from 'node:crypto'

import { sentence } from '../../../core/catalog/sentence.ts'
import { KEY_REQUEST_MINUTES } from '../../../core/catalog/service-keys.ts'
import type { Database, Query } from '../../store/database/database.ts'
import {
  answerKeyRequest,
  insertKeyRequest,
  isKeyAwaited,
  takeKeyRequest,
} from '../../store/organizations/key-requests.ts'
import { replaceKey } from '../../store/organizations/service-members.ts'
import { hashOfKey, newServiceKey, startOfKey } from '../../vault/service-key.ts'
import { invalid, RequestError } from '../request-error.ts'

/** No vowels, so that no words arise (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const HALF = 4

const newCode = (): string => {
  const half = () => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${half()}-${half()}`
}

interface KeyRequest {
  /** A person compares it in the terminal and on the page. */
  readonly code: string
  readonly expiresAt: Date
}

/**
 * A command line asks for a key, as devices do by RFC 8628: a person opens the page with the code and creates the key there.
 * @param secretHash the SHA-256 of the secret by which the command line fetches it
 */
export const requestKey = (database: Database, secretHash: Buffer): Promise<KeyRequest> =>
  database.asSystem(async (query) => {
    const code = newCode()
    const made = await insertKeyRequest(query, code, secretHash, KEY_REQUEST_MINUTES)
    if (!made) throw new RequestError('conflict', 'KEY_REQUEST_EXISTS', sentence`This has been asked for already.`)
    return { code, expiresAt: made.expires_at }
  })

/** The program gets its key when the command line fetches it. @throws RequestError when nobody waits with that code */
export async function giveKeyTo(
  query: Query,
  code: string,
  answer: { readonly serviceMemberId: string; readonly expiresInDays: number | null },
): Promise<void> {
  if (await answerKeyRequest(query, code, answer)) return
  throw invalid(
    sentence`No command line waits with this code. It is valid for ${KEY_REQUEST_MINUTES} minutes and for one key.`,
    'login_code',
  )
}

/** @returns the key, once; nothing while nobody has created it. @throws RequestError not found after its time, or when it was fetched already */
export const fetchRequestedKey = (database: Database, secret: string): Promise<string | undefined> =>
  database.asSystem(async (query) => {
    const secretHash = hashOfKey(secret)
    const answered = await takeKeyRequest(query, secretHash)
    if (answered) {
      const key = newServiceKey()
      const kept = { hash: hashOfKey(key), start: startOfKey(key), expiresInDays: answered.expires_in_days }
      await replaceKey(query, answered.organization_id, answered.service_member_id, kept, 0)
      return key
    }
    if (await isKeyAwaited(query, secretHash)) return undefined
    throw new RequestError(
      'not-found',
      'KEY_REQUEST_OVER',
      sentence`This request for a key has ended. Start again with "millrace login".`,
    )
  })
