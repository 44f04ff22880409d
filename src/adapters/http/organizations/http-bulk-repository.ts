import { BULK_ROUTES } from '../../../contract/bulk.ts'
import type { CamelCased } from '../../../contract/camel-cased.ts'
import type { ProblemBody } from '../../../contract/problem.ts'
import type { BulkRepository } from '../../../core/bulk/bulk-repository.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { HttpFailure } from '../../../core/failure.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'

/** Many tests of connections take long. */
const TIMEOUT_MS = 15 * 60_000

export const httpBulkRepository = (http: HttpClient): BulkRepository => ({
  async perform(orgId, calls) {
    const request = { params: { orgId }, body: { calls }, timeoutMs: TIMEOUT_MS }
    return map(await http.call(BULK_ROUTES.performBulk, request), ({ outcomes }) =>
      outcomes.map(({ call, id, status, error }) => defined({ call, id, failure: error && failureOf(status, error) })),
    )
  },
})

const failureOf = (
  status: number,
  { message: serverMessage, sentence, ...problem }: CamelCased<ProblemBody>,
): HttpFailure => ({
  ...({ kind: 'http', status, statusText: '', serverMessage } as const),
  ...problem,
  ...defined({ serverSentence: sentence }),
})
