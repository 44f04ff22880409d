import { expect, it } from 'vitest'
import { canCompare } from './can-compare.ts'

const end = (type: string) => ({ id: type, name: type, type })

it('two databases can be compared, other systems cannot, nor can a flow without both ends', () => {
  expect(canCompare({ sourceConnection: end('postgres'), destinationConnection: end('mysql') })).toBe(true)
  expect(canCompare({ sourceConnection: end('postgres'), destinationConnection: end('bigquery') })).toBe(false)
  expect(canCompare({ sourceConnection: end('google_sheets'), destinationConnection: end('mysql') })).toBe(false)
  expect(canCompare({ sourceConnection: end('postgres') })).toBe(false)
  expect(canCompare(undefined)).toBe(false)
})
