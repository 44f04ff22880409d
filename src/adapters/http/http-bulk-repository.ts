import { BULK_ROUTES } from '../../contract/bulk.ts'
import type { ProblemBody } from '../../contract/problem.ts'
import type { BulkCall, BulkOutcome, BulkRepository } from '../../core/bulk/bulk-repository.ts'
import type { HttpFailure } from '../../core/failure.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

/** Many tests of connections take long. */
const TIMEOUT_MS = 15 * 60_000

export class HttpBulkRepository implements BulkRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async perform(orgId: string, calls: readonly BulkCall[]): Promise<Result<readonly BulkOutcome[]>> {
    const body = {
      calls: calls.map(({ call, ids, body: sent }) => ({ call, ids: [...ids], ...(sent && { body: { ...sent } }) })),
    }
    const performed = await this.#http.call(BULK_ROUTES.performBulk, { params: { orgId }, body, timeoutMs: TIMEOUT_MS })
    return map(performed, ({ outcomes }) =>
      outcomes.map(({ call, id, status, error }) => ({
        ...{ call, id },
        ...(error && { failure: failureFrom(status, error) }),
      })),
    )
  }
}

const failureFrom = (status: number, { message, sentence, code, details }: ProblemBody): HttpFailure => ({
  ...({ kind: 'http', status, statusText: '', serverMessage: message, code } as const),
  ...withoutAbsent({ serverSentence: sentence, details }),
})
