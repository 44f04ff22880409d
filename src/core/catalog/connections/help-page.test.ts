import { expect, it } from 'vitest'

import { helpPageOfIntegration } from './help-page.ts'

it.each([
  ['google_oauth', '/help/connectors/google-sheets.html'],
  ['aws', '/help/connectors/aws-cost-explorer.html'],
  ['smtp2go', '/help/connectors/email.html'],
  ['from a later version', undefined],
])('what an integration of the type %s needs is said on %s', (type, page) => {
  expect(helpPageOfIntegration(type)).toBe(page)
})
