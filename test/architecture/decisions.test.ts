import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../docs/decisions')
/** 200 are the rule; a page that would lose a reason may have some more. */
const MAX_WORDS = 230
const LONGEST_SENTENCE = 35

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
const pages = readdirSync(FOLDER).filter((file) => file !== 'README.md')
const index = read('README.md')

const HEAD = String.raw`# (?<number>\d+)\. (?<title>.+)\n\nStatus: (?<status>.+)\. Date: (?<date>\d{4}-\d\d-\d\d)\.\n\n`
const PARTS = ['Background', 'Decision', 'Consequences'].map((part) => String.raw`\*\*${part}\.\*\*\s[\s\S]+`)
const FORM = new RegExp(String.raw`^${HEAD}(?<text>${PARTS.join(String.raw`\n\n`)}\n)$`)

const LINK = String.raw`\[\d+\]\(\d{4}-[\w-]+\.md\)`
const STATUS = new RegExp(`^(proposed|accepted|superseded by ${LINK}|amended by ${LINK}((, ${LINK})* and ${LINK})?)$`)

const partsOf = (page: string): Readonly<Record<string, string>> => FORM.exec(page)?.groups ?? {}

/** What is read: a link is its words, and marks of lists and emphasis are none. */
const shown = (text: string) => text.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/[*[\]]|^- /gm, '')

const wordsOf = (text: string) => shown(text).match(/\S*[\p{L}\p{N}]\S*/gu) ?? []

/** A paragraph, and a line of a list, ends a sentence as well. */
const sentencesOf = (text: string) => text.split(/\n+/).flatMap((line) => shown(line).split(/(?<=[.?!][)"”`]?)\s+/))

describe.each(pages)('the decision %s', (file) => {
  const page = read(file)
  const { number = '', title = '', status = '', date = '', text = '' } = partsOf(page)

  it('has its number, a status, a date, and background, decision and consequences', () => {
    expect(page).toMatch(FORM)
    expect(status).toMatch(STATUS)
    expect(number.padStart(4, '0')).toBe(file.slice(0, 4))
  })

  it('is half a page', () => {
    expect(wordsOf(text).length).toBeLessThanOrEqual(MAX_WORDS)
  })

  it('has no sentence that must be read twice', () => {
    expect(sentencesOf(text).filter((sentence) => wordsOf(sentence).length > LONGEST_SENTENCE)).toEqual([])
  })

  it('names only decisions that are there as its successors', () => {
    const named = [...status.matchAll(/\[(\d+)\]\(([^)]+)\)/g)]
    expect(named.filter(([, other = '', target = '']) => !isPage(target, other))).toEqual([])
  })

  it('is once in the index, with its title, status and date', () => {
    const rows = index.split('\n').filter((line) => line.startsWith(`| ${number} |`))
    expect(rows).toEqual([`| ${number} | [${title}](${file}) | ${status} | ${date} |`])
  })
})

it('the index has no row without a page', () => {
  expect([...index.matchAll(/^\| \d+ \|/gm)]).toHaveLength(pages.length)
})

it('no two decisions have the same number', () => {
  const numbers = pages.map((file) => file.slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

it('finds the sentences and words that it counts', () => {
  expect(sentencesOf('**Decision.** One row, see [decision 1](0001-a.md). Another:\n\n- *a list:* `x` – y.\n')).toEqual(
    ['Decision.', 'One row, see decision 1.', 'Another:', 'a list: `x` – y.', ''],
  )
  expect(wordsOf('- *a list:* [two words](page.md) – `x`.')).toEqual(['a', 'list:', 'two', 'words', '`x`.'])
})

function isPage(file: string, number: string): boolean {
  return pages.includes(file) && Number(file.slice(0, 4)) === Number(number)
}
