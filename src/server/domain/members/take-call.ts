import { durationWords } from '../../../core/catalog/duration-words.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { accountOf, type CallRate, takeCall as takeInStore } from '../../store/organizations/call-rates.ts'
import { RequestError } from '../request-error.ts'

export interface TakenCall {
  readonly call: string
  /** Counts for its account, which may have other organizations. Absent: the address counts. */
  readonly organizationId: string | undefined
  readonly address: string
  readonly rate: CallRate
}

/** Counts an expensive call over all processes. @throws RequestError too many, with the time of the next try */
export async function takeCall(database: Database, { call, organizationId, address, rate }: TakenCall): Promise<void> {
  const wait = await database.asSystem(async (query) => {
    const caller =
      organizationId === undefined ? `address ${address}` : `account ${await accountOf(query, organizationId)}`
    return takeInStore(query, `${call} ${caller}`, rate)
  })
  if (wait !== undefined) throw tooManyRequests(wait)
}

/** @param wait in seconds */
export const tooManyRequests = (wait: number) =>
  new RequestError('too-many', 'TOO_MANY_REQUESTS', sentence`Too many requests. Try again in ${durationWords(wait)}.`, {
    retry_after: wait,
  })
