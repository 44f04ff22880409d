import { expect, it } from 'vitest'

import { alertTypeOf } from './alert-events.ts'

it.each([
  ['failed', 'flow.failed'],
  ['succeeded', 'run.succeeded'],
] as const)('an alert about a flow that has %s is of the type %s', (event, type) => {
  expect(alertTypeOf(event)).toBe(type)
})
