import { expect, it } from 'vitest'

import { counted, estimated, type Figure, UNKNOWN } from '../../catalog/estimates/figure.ts'
import { isTooMuch } from './flow-estimate.ts'

const quota = (needed: Figure, left: Figure) => isTooMuch({ name: 'spreadsheet_cells', most: 100, needed, left })

it('is too much when certainly more is needed than is left', () => {
  expect(quota(counted(11), counted(10))).toBe(true)
  expect(quota(counted(10), counted(10))).toBe(false)
  expect(quota(estimated(11, 'most'), counted(10))).toBe(false)
  expect(quota(UNKNOWN, counted(10))).toBe(false)
  expect(quota(counted(11), UNKNOWN)).toBe(false)
})
