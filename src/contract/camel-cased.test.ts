import { expect, it } from 'vitest'
import { z } from 'zod/mini'

import { type CamelCased, camelCased, known, whole } from './camel-cased.ts'

const row = z.looseObject({
  rows_rejected: z.number(),
  last_used_at: z.nullish(z.string()),
  state: known(['open', 'closed'], 'open'),
  kinds: z.array(z.looseObject({ kind_of: known(['cat', 'dog']), hint: z.optional(known(['soft', 'hard'])) })),
  settings: z.record(z.string(), z.unknown()),
  cells: z.array(z.array(z.nullable(z.string()))),
})

const sent: z.output<typeof row> = {
  rows_rejected: 3,
  last_used_at: null,
  state: 'closed',
  kinds: [{ kind_of: 'dog', hint: 'hard' }],
  settings: { key_of_a_user: null },
  cells: [[null, 'a']],
}

it('is a row under names in camel case, in lists too, while data stays as it is', () => {
  const read: CamelCased<z.output<typeof row>> = camelCased(row, sent)
  const kind: 'cat' | 'dog' | undefined = read.kinds[0]?.kindOf
  expect(kind).toBe('dog')
  expect(read).toEqual({
    rowsRejected: 3,
    state: 'closed',
    kinds: [{ kindOf: 'dog', hint: 'hard' }],
    settings: { key_of_a_user: null },
    cells: [[null, 'a']],
  })
})

it('has no value that only a newer server knows, and no row that cannot be read without it', () => {
  const kinds = [{ kind_of: 'cat', hint: 'bitter' }, { kind_of: 'newt' }]
  expect(camelCased(row, { ...sent, state: 'ajar', kinds })).toMatchObject({
    state: 'open',
    kinds: [{ kindOf: 'cat' }],
  })
})

it('keeps the fields that its schema does not have only if it is sent back whole', () => {
  const flat = z.looseObject({ flat_id: z.string() })
  const answer = { flat_id: 'a', newer_field: null, position: 1 }
  expect(camelCased(flat, answer)).toEqual({ flatId: 'a' })
  expect(camelCased(whole(z.looseObject(flat.shape)), answer)).toEqual({ flatId: 'a', newer_field: null, position: 1 })
  const apart = whole(z.looseObject(flat.shape), { under: 'other', except: ['position'] })
  expect(camelCased(apart, answer)).toEqual({ flatId: 'a', other: { newer_field: null } })
})
