import { describe, expect, it } from 'vitest'

import { findNameCorrection, withNameCorrected } from './name-correction.ts'

const COLUMNS = ['id', 'total', 'Order date']
const refused = (message: string, hint?: string) =>
  findNameCorrection({ kind: 'refused', message, ...(hint !== undefined && { hint }) }, COLUMNS)

describe('the name that was meant', () => {
  it('is the nearest one of a column or table that is not there', () => {
    const at = { setting: 'by' }
    const column = { kind: 'no-such-column', at, column: 'totl', stream: 'orders', nearest: 'total' } as const

    expect(findNameCorrection(column)).toEqual({ wrong: 'totl', right: 'total' })
    expect(findNameCorrection({ kind: 'no-such-stream', stream: 'order', nearest: 'orders' })).toEqual({
      wrong: 'order',
      right: 'orders',
    })
    expect(findNameCorrection({ ...column, nearest: undefined })).toBeUndefined()
    expect(findNameCorrection({ kind: 'no-such-other-stream', at, stream: 'x' })).toBeUndefined()
  })

  it.each([
    ['There is no column "totl".', 'Did you mean "total"?'],
    ['Column “totl” is not there.', undefined],
    ["There is no column 'totl'.", "Nearest: 'total'"],
  ])('is read from what the server says (%s)', (message, hint) => {
    expect(refused(message, hint)).toEqual({ wrong: 'totl', right: 'total' })
  })

  it.each(['The condition ends too early.', 'There is no function "quantumize".', 'No "total" here.'])(
    'is not made up (%s)',
    (message) => {
      expect(refused(message)).toBeUndefined()
    },
  )

  it('is of no other kind of problem', () => {
    expect(findNameCorrection({ kind: 'required', at: { setting: 'by' } }, COLUMNS)).toBeUndefined()
  })
})

describe('putting it right', () => {
  const totals = { wrong: 'totl', right: 'total' }

  it.each<[unknown, unknown]>([
    ['totl', 'total'],
    [
      ['id', 'totl'],
      ['id', 'total'],
    ],
    [[{ column: 'totl', to: 'amount' }], [{ column: 'total', to: 'amount' }]],
    ['totl > 5 and TOTL < 9', 'total > 5 and total < 9'],
    ['"totl" > 5', '"total" > 5'],
    ["subtotl > 5 or note = 'totl'", "subtotl > 5 or note = 'totl'"],
    [5, 5],
    [null, null],
  ])('turns %j into %j', (value, right) => {
    expect(withNameCorrected(value, totals)).toEqual(right)
  })

  it('quotes a name that SQL would not take as it is', () => {
    const meant = { wrong: 'orderdate', right: 'Order date' }

    expect(withNameCorrected('orderdate is null', meant)).toBe('"Order date" is null')
    expect(withNameCorrected('orderdate', meant)).toBe('Order date')
    expect(withNameCorrected('oder > 1', { wrong: 'oder', right: 'order' })).toBe('"order" > 1')
  })
})
