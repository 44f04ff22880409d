import { expect, it } from 'vitest'

import { sentence } from '../../core/catalog/sentence.ts'
import type { Member } from '../domain/members/member.ts'
import type { Query } from '../store/database/database.ts'
import { forModel } from './for-models.ts'

const noFlow: Query = async () => []
const database = { inOrganization: <T>(_: string, work: (query: Query) => Promise<T>) => work(noFlow) }
const MEMBER = { organizationId: 'one' } as Member
const SECRET = 'ada@example.com'
const QUOTING = `Key (email)=(${SECRET}) is duplicated.`
const shown = (answer: object) => forModel(database, { name: 'getRun' }, MEMBER, async () => answer)

it.each(['message', 'hint', 'reason', 'rule'])(
  'an assistant sees no value that a database quotes in the field %s',
  async (field) => {
    const answer = { streams: [{ [field]: QUOTING, name: 'people' }] }
    expect(await shown(answer)).toEqual({ streams: [{ [field]: 'Key (email)=(…) is duplicated.', name: 'people' }] })
  },
)

it('an assistant sees no value in notes, and no sentence, which has the same values', async () => {
  const said = sentence`${QUOTING}`
  const answer = {
    ...{ notes: [QUOTING, 'Read twice.'], note_sentences: [said], message: '', sentence: said },
    ...{ rule_sentence: said, reason_sentence: said, answer_sentence: said },
  }
  expect(await shown(answer)).toEqual({ notes: ['Key (email)=(…) is duplicated.', 'Read twice.'], message: '' })
})

it('an assistant sees no sum of values, because few values have to be tried to find the one that fits', async () => {
  const check = { state: 'verified', rows: 1, keys: ['salary'] }
  const answer = {
    hash: 'ab',
    previous_hash: 'aa',
    streams: [{ hash: 'cd', check: { ...check, digest: { read: '1', landed: '1' } } }],
  }
  expect(await shown(answer)).toEqual({ streams: [{ check }] })
})
