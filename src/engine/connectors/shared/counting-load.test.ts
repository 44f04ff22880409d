import { expect, it } from 'vitest'
import { says } from '../../../../test/support/says.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import type { RowChecks } from '../../ports/target.ts'
import { countingLoad } from './counting-load.ts'

const framesOf = (rows: readonly (readonly (string | null)[])[]) => {
  const encoder = new RowEncoder()
  for (const row of rows) encoder.add(row)
  return encoder.take()
}

const needsFirst: RowChecks = {
  refuses: ([first]) => (first === null ? { column: 'customer', rule: sentence`must have a value` } : undefined),
  required: ['customer'],
}

it('tells how many rows would be sent', async () => {
  const load = countingLoad(needsFirst)
  const { frames, rows } = framesOf([['a'], ['b']])
  load.write(frames, rows)
  expect(await load.finish()).toBe(2)
})

it('fails at the first row at which a run would fail, and names it', async () => {
  const load = countingLoad(needsFirst)
  const { frames, rows } = framesOf([['a'], [null], [null]])
  load.write(frames, rows)
  await expect(load.finish()).rejects.toMatchObject({
    problem: { code: 'VALUE_NOT_REPRESENTABLE', message: says('Row 2: customer must have a value.') },
  })
})
