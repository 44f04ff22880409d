import { expect, expectTypeOf, it } from 'vitest'

import type { CamelCased } from '../../../contract/camel-cased.ts'
import type { RunResponse } from '../../../contract/runs.ts'
import type { Run } from '../../../core/runs/run.ts'
import { runOf } from './run-of.ts'

it('reads every field of a run from a field of the answer, or makes it of others', () => {
  type Read = keyof CamelCased<RunResponse>
  expectTypeOf<Exclude<keyof Run, Read | 'kind' | 'pace' | 'standIns' | 'isFlowDeleted' | 'combinesRows'>>().toBeNever()
})

it('knows that steps made other rows of those that were read', () => {
  const row = { id: 'run-1', flowId: 'flow-1', status: 'succeeded', streams: [], becomesOthers: true } as const
  const { becomesOthers: _, ...kept } = row

  expect(runOf(row)).toEqual({ ...kept, kind: 'move', combinesRows: true })
})
