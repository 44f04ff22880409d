import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

import { sentencesOf, wordsOf } from './sentences.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const pages = ['README.md', 'CONTRIBUTING.md', 'src/engine/connectors/README.md', ...markdownIn('docs')]

/** Only links to files; an address or a heading is left alone. */
const linksOf = (page: string) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))

it.each(pages)('every file that %s links to is there', (page) => {
  const broken = linksOf(page).filter((target) => !existsSync(join(ROOT, dirname(page), target)))

  expect(broken).toEqual([])
})

it('finds the links that it checks', () => {
  expect(linksOf('docs/specification.md').length).toBeGreaterThan(50)
})

const LONGEST_SENTENCE = 35

// Notes of measurements are lists of figures.
it.each(pages.filter((page) => !page.startsWith('docs/measurements/')))(
  'no sentence of %s has more than 35 words',
  (page) => {
    const sentences = sentencesOf(readFileSync(join(ROOT, page), 'utf8'))

    expect(sentences.filter((sentence) => wordsOf(sentence).length > LONGEST_SENTENCE)).toEqual([])
  },
)

it('finds a long sentence', () => {
  const long = Array.from({ length: 36 }, () => 'word').join(' ')
  expect(sentencesOf(`# Page\n\nShort. ${long}.\n- Item`).map((sentence) => wordsOf(sentence).length)).toEqual([
    0, 1, 36, 1,
  ])
})

it('keeps no picture that no page shows', () => {
  const shown = pages.flatMap((page) => linksOf(page).map((target) => join(dirname(page), target)))
  const kept = readdirSync(join(ROOT, 'docs/pictures')).map((name) => join('docs/pictures', name))

  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter((picture) => !shown.includes(picture))).toEqual([])
})

function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
}
