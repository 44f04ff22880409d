import { expect, it } from 'vitest'

import { renamedColumns } from './renamed-columns.ts'

/** `name:type`, or a name of type text. */
const columns = (text: string) =>
  text.split(' ').map((word) => {
    const [name = '', type = 'text'] = word.split(':')
    return { name, type }
  })

it.each([
  ['id fee note', 'id charge note', { fee: 'charge' }],
  ['id first last', 'id given family', { first: 'given', last: 'family' }],
  ['id price:int', 'id unit_price:int price_note:int', { price: 'unit_price' }],
  ['old id', 'new id', { old: 'new' }],
  ['id', 'key', { id: 'key' }],
  ['id fee note', 'id note fees', { fee: 'fees' }],
  ['id note name', 'id name country', {}],
  ['id fee:int', 'id fee_text', {}],
  ['id fee', 'id', {}],
  ['id', 'id fee', {}],
  ['id first last', 'id surname', {}],
  ['id amount total', 'id amounts amounted', { amount: 'amounts', total: 'amounted' }],
])('of %s, which becomes %s, finds the new names', (before, after, renamed) => {
  expect(Object.fromEntries(renamedColumns(columns(before), columns(after)))).toEqual(renamed)
})
