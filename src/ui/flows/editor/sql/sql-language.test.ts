import { type Completion, CompletionContext, type CompletionSource } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'

import type { SqlShape } from './sql-basics.ts'
import { sqlLanguage } from './sql-language.ts'

const COLUMNS = [
  { name: 'total', type: 'numeric' },
  { name: 'order', type: 'text' },
  { name: 'Unit "price"', type: undefined },
]

/** The completions at the end of the text. */
async function offered(shape: SqlShape, doc: string): Promise<readonly Completion[]> {
  const state = EditorState.create({ doc, extensions: [sqlLanguage(shape, COLUMNS)] })
  const sources = state.languageDataAt<CompletionSource>('autocomplete', doc.length)
  const results = await Promise.all(sources.map((source) => source(new CompletionContext(state, doc.length, false))))
  return results.flatMap((result) => result?.options ?? [])
}
const labels = async (shape: SqlShape, doc: string) => (await offered(shape, doc)).map(({ label }) => label)

describe('what the editor completes', () => {
  it('in an expression is columns, functions of a row and words, but no table', async () => {
    const found = await labels('expression', 'to')

    expect(found).toEqual(expect.arrayContaining(['total', 'order', 'upper', 'AND']))
    expect(found).not.toContain('input')
    expect(found).not.toContain('sum')
    expect(found).not.toContain('SELECT')
  })

  it('in a query is the table input, its columns, and functions of several rows too', async () => {
    expect(await labels('query', 'select s')).toEqual(
      expect.arrayContaining(['input', 'total', 'sum', 'upper', 'SELECT']),
    )
  })

  it('behind a table is its columns alone', async () => {
    expect(await labels('query', 'select i.t from input as i where i.to')).toEqual(['total', 'order', 'Unit "price"'])
  })

  it('puts names that are no plain words in quotes, and tells the type', async () => {
    const found = await offered('line', 'o')
    const applied = (label: string) => found.find((option) => option.label === label)

    expect(applied('order')).toMatchObject({ apply: '"order"', detail: 'text' })
    expect(applied('total')).toMatchObject({ apply: 'total' })
    expect(applied('Unit "price"')).toMatchObject({ apply: '"Unit ""price"""' })
  })

  it('offers each function once, with what it takes', async () => {
    const found = (await offered('query', 'rou')).filter(({ label }) => label.toLowerCase() === 'round')

    expect(found).toMatchObject([{ label: 'round', detail: '(number, digits)' }])
  })
})
