import { expect, it } from 'vitest'

import type { Flow } from './flow.ts'
import { runPrice } from './run-price.ts'

const flow = (type: string | undefined, ...entities: string[]): Pick<Flow, 'sourceConnection' | 'config'> => ({
  ...(type !== undefined && { sourceConnection: { id: 'source', type } }),
  config: { streams: entities.map((entity) => ({ entity, mode: 'append' })), transformations: [] },
})

it('is a request for each table of a source that charges for them', () => {
  expect(runPrice(flow('aws_cost_explorer_api', 'a', 'b', 'c'))).toEqual({ dollars: 0.03, tables: 3 })
})

it('is told for one table while nobody has said which', () => {
  expect(runPrice(flow('aws_cost_explorer_api'))).toEqual({ dollars: 0.01, tables: undefined })
})

it('is nothing where reading is free, or not known yet', () => {
  expect(runPrice(flow('postgres', 'a'))).toBeUndefined()
  expect(runPrice(flow('something_new', 'a'))).toBeUndefined()
  expect(runPrice(flow(undefined))).toBeUndefined()
})
