import { camelCased } from '../../../contract/camel-cased.ts'
import { testConnectionResponse } from '../../../contract/connections.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { fail, type Result } from '../../../core/result.ts'

/** A 422 with stages is a failed test; any other failure stays unchanged. */
export function failedTest<T>(tested: Result<T>): Result<T> {
  if (tested.ok || tested.failure.kind !== 'http' || tested.failure.status !== 422) return tested
  const { data } = testConnectionResponse.safeParse(tested.failure.details)
  const { stages } = data ? camelCased(testConnectionResponse, data) : {}
  if (!stages) return tested
  const { serverMessage, serverSentence } = tested.failure
  return fail({
    ...({ kind: 'connection-test-failed', stages } as const),
    ...defined({ serverMessage, serverSentence }),
  })
}
