import { expect, it } from 'vitest'

import { standInFor } from './stand-in-for.ts'

it.each([
  ['aws', 'aws_cost_explorer_api', 'source'],
  ['google_oauth', 'google_sheets', 'source'],
  ['gcp', 'bigquery', 'destination'],
  ['smtp2go', 'email', 'destination'],
] as const)('an integration of the type %s is shown as a %s %s', (integration, type, capability) => {
  expect(standInFor(integration)).toEqual({ type, capability, integration })
})
