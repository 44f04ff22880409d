import { expect, it } from 'vitest'
import { inEnglish } from '../../../../core/catalog/sentence.ts'
import { checksOfRows } from './row-room.ts'

const checksOf = (columns: number, type: string, blockSize = 8_192) => {
  const written = Array.from({ length: columns }, (_, at) => `c${at}`)
  const limits = written.map((column) => ({ column, nullable: true, limit: () => undefined }))
  const query = async () => [{ block_size: String(blockSize) }]
  return checksOfRows({ query }, { written, types: written.map(() => type), limits })
}

it.each([
  // What Postgres 15 and 18 take and refuse.
  ['whole numbers', 'bigint', '1', 1_017, 1_018],
  ['short texts', 'text', 'twelve bytes', 625, 626],
  ['long texts', 'text', 'a text of more than twenty-four bytes', 452, 453],
  ['numbers', 'numeric', '10000.5', 904, 905],
])('a row of %s fits as long as a page has room', async (_, type, value, fitting, tooMany) => {
  const refused = async (columns: number) => (await checksOf(columns, type)).refuses(Array(columns).fill(value))
  expect(await refused(fitting)).toBeUndefined()
  const problem = await refused(tooMany)
  expect(problem?.column).toBe('c0')
  expect(problem && inEnglish(problem.rule)).toContain('has room for 8,160')
})

it('a text that may be compressed is never taken for larger than it is stored', async () => {
  const { refuses } = await checksOf(460, 'text')
  expect(refuses(Array(460).fill('a'.repeat(60)))).toBeUndefined()
})

it('pages may be larger', async () => {
  const { refuses } = await checksOf(1_100, 'bigint', 32_768)
  expect(refuses(Array(1_100).fill('1'))).toBeUndefined()
})
