import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { FlowConfig } from '../../../../core/flows/flow.ts'
import { reviewSteps } from '../../../../core/transformations/review-steps.ts'
import { useKnownColumns } from './use-known-columns.ts'

const ENTITIES = [{ name: 'orders', columns: [{ name: 'status', type: 'text' }] }]

function configOf(where: string, before: FlowConfig['transformations'] = []): FlowConfig {
  const step = { id: 'filter', type: 'filter', stream: 'orders', settings: { where } }
  return { streams: [{ entity: 'orders', mode: 'replace' }], transformations: [...before, step] }
}

function useColumnsOf(config: FlowConfig) {
  const step = config.transformations.at(-1) as FlowConfig['transformations'][number]
  return useKnownColumns(step, config, ENTITIES, reviewSteps(config, ENTITIES).get(step.id))
}

it('remains the same list while letters are typed, so that what is offered for them stays open', () => {
  const { result, rerender } = renderHook(useColumnsOf, { initialProps: configOf('stat') })
  const before = result.current
  expect(before).toEqual([{ name: 'status', type: 'text' }])

  rerender(configOf('statu'))

  expect(result.current).toBe(before)
})

it('changes with the steps before', () => {
  const { result, rerender } = renderHook(useColumnsOf, { initialProps: configOf('stat') })

  const settings = { columns: [{ column: 'status', to: 'state' }] }
  rerender(configOf('stat', [{ id: 'rename', type: 'rename', stream: 'orders', settings }]))

  expect(result.current).toEqual([{ name: 'state', type: 'text' }])
})
