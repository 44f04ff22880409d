import { durationWords } from '../../../core/catalog/duration-words.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { type CallRate, takeCall as takeInStore } from '../../store/organizations/call-rates.ts'
import { RequestError } from '../request-error.ts'

export interface TakenCall {
  readonly call: string
  /** Of the organization: it may have others. Absent: the address counts. */
  readonly account: string | undefined
  readonly address: string
  readonly rate: CallRate
}

/** Counts an expensive call over all processes. @throws RequestError too many, with the time of the next try */
export async function takeCall(database: Database, { call, account, address, rate }: TakenCall): Promise<void> {
  const caller = account === undefined ? `address ${address}` : `account ${account}`
  const wait = await database.asSystem((query) => takeInStore(query, `${call} ${caller}`, rate))
  if (wait !== undefined) throw tooManyRequests(wait)
}

/** @param wait in seconds */
export const tooManyRequests = (wait: number) =>
  new RequestError('too-many', 'TOO_MANY_REQUESTS', sentence`Too many requests. Try again in ${durationWords(wait)}.`, {
    retry_after: wait,
  })
