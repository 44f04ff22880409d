import { z } from 'zod/mini'

import { type TestStageResponse, testStage } from '../../contract/connections.ts'
import type { TestStage } from '../../core/connections/connection-test.ts'
import { fail, type Result } from '../../core/result.ts'
import { withoutAbsent } from './without-absent.ts'

export const stageFromWire = ({ stage, status, milliseconds, detail, problem }: TestStageResponse): TestStage => ({
  stage,
  status,
  milliseconds,
  ...withoutAbsent({ detail, problem: problem && problemFromWire(problem) }),
})

const problemFromWire = ({ code, message, hint, field, suggestion }: NonNullable<TestStageResponse['problem']>) => ({
  code,
  message,
  ...withoutAbsent({ hint, field, suggestion }),
})

const details = z.looseObject({ stages: z.array(testStage) })

/** A 422 with stages is a failed test; any other failure stays unchanged. */
export function failedTest<T>(tested: Result<T>): Result<T> {
  if (tested.ok || tested.failure.kind !== 'http' || tested.failure.status !== 422) return tested
  const explained = details.safeParse(tested.failure.details)
  if (!explained.success) return tested
  const { serverMessage } = tested.failure
  const stages = explained.data.stages.map(stageFromWire)
  return fail({ kind: 'connection-test-failed', stages, ...withoutAbsent({ serverMessage }) })
}
