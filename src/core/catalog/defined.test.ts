import { expect, expectTypeOf, it } from 'vitest'

import { defined } from './defined.ts'

interface Told {
  readonly kind: 'told'
  readonly hint?: string
  readonly count?: number
}

const absent = undefined as string | undefined

it('leaves out what is undefined and nothing else', () => {
  const made = defined({ none: undefined, nothing: null, no: false, zero: 0, empty: '', kind: 'told' })
  expect(made).toStrictEqual({ nothing: null, no: false, zero: 0, empty: '', kind: 'told' })
})

it('keeps the order', () => {
  expect(Object.keys(defined({ b: 1, a: absent, c: 2 }))).toEqual(['b', 'c'])
})

it('takes nothing away from what is spread before it', () => {
  expect({ hint: 'known', ...defined({ hint: absent }) }).toStrictEqual({ hint: 'known' })
})

it('is of the type that is expected', () => {
  const told: Told = defined({ kind: 'told', hint: absent, count: 0 })
  expect(told).toStrictEqual({ kind: 'told', count: 0 })
})

it('knows without an expected type what may be absent', () => {
  const made = defined({ kind: 'told', hint: absent })
  expectTypeOf(made.kind).toEqualTypeOf<'told'>()
  const told: Told = made
  // @ts-expect-error a required member may not be undefined
  const other: { readonly hint: string } = made
  expect([told, other]).toStrictEqual([{ kind: 'told' }, { kind: 'told' }])
})
