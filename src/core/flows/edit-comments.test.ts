import { expect, it } from 'vitest'

import { withComment, withoutComment } from './edit-comments.ts'

const empty = { streams: [], transformations: [] }
const comment = { id: 'c1', text: 'Ask Ada', x: 10, y: 20 }

it('adds a comment, changes it, and takes it away without a trace', () => {
  const added = withComment(empty, comment)
  expect(added.comments).toEqual([comment])
  expect(withComment(added, { ...comment, x: 30 }).comments).toEqual([{ ...comment, x: 30 }])
  expect(withoutComment(added, 'c1')).toEqual(empty)
})
