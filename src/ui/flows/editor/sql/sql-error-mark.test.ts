import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'

import { errorMark, markError, wordAt } from './sql-error-mark.ts'

const marked = (text: string, position: number) => {
  const range = wordAt(text, position)
  return range && text.slice(range.from, range.to)
}

it.each<[string, number, string | undefined]>([
  ['total > totl + 1', 8, 'totl'],
  ['"Unit ""price""" > 1', 0, '"Unit ""price"""'],
  ["name = 'it''s' x", 7, "'it''s'"],
  ["name = 'open", 7, "'open"],
  ['größe > > 3', 8, '>'],
  // Something is missing after the last word.
  ['total > 5 and', 13, 'and'],
  ['total > 5 and  \n', 14, 'and'],
  ['total >', 99, '>'],
  ['  ', 0, undefined],
  ['', 0, undefined],
])('marks in %j at %i: %s', (text, position, word) => {
  expect(marked(text, position)).toBe(word)
})

it('goes with the text until the server has another word', () => {
  const wrong = EditorState.create({ doc: 'total > totl', extensions: [errorMark] }).update({
    effects: markError.of(8),
  }).state
  const ranges = (state: EditorState) => {
    const found: [number, number][] = []
    state.field(errorMark).between(0, state.doc.length, (from, to) => void found.push([from, to]))
    return found
  }
  expect(ranges(wrong)).toEqual([[8, 12]])
  expect(ranges(wrong.update({ changes: { from: 0, insert: 'my_' } }).state)).toEqual([[11, 15]])
  expect(ranges(wrong.update({ changes: { from: 0, to: 12 } }).state)).toEqual([])
  expect(ranges(wrong.update({ effects: markError.of(undefined) }).state)).toEqual([])
})
