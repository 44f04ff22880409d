import { z } from 'zod/mini'

import { type TestStageResponse, testStage } from '../../contract/connections.ts'
import type { TestStage } from '../../core/connections/connection-test.ts'
import { fail, type Result } from '../../core/result.ts'
import { withoutAbsent } from './without-absent.ts'

export const stageFromWire = ({ detail_sentence: detailSentence, ...row }: TestStageResponse): TestStage => ({
  stage: row.stage,
  status: row.status,
  milliseconds: row.milliseconds,
  ...withoutAbsent({ detail: row.detail, detailSentence, problem: row.problem && problemFromWire(row.problem) }),
})

const problemFromWire = ({ code, message, ...row }: NonNullable<TestStageResponse['problem']>) => ({
  code,
  message,
  ...withoutAbsent({
    sentence: row.sentence,
    hint: row.hint,
    hintSentence: row.hint_sentence,
    field: row.field,
    suggestion: row.suggestion,
  }),
})

const details = z.looseObject({ stages: z.array(testStage) })

/** A 422 with stages is a failed test; any other failure stays unchanged. */
export function failedTest<T>(tested: Result<T>): Result<T> {
  if (tested.ok || tested.failure.kind !== 'http' || tested.failure.status !== 422) return tested
  const explained = details.safeParse(tested.failure.details)
  if (!explained.success) return tested
  const { serverMessage, serverSentence } = tested.failure
  const stages = explained.data.stages.map(stageFromWire)
  return fail({ kind: 'connection-test-failed', stages, ...withoutAbsent({ serverMessage, serverSentence }) })
}
