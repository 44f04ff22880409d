import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { buildHelp, HELP_PAGES } from '../../src/bootstrap/build-help.mjs'
import { CONNECTION_TYPE_NAMES } from '../../src/core/catalog/connections/connection-types.ts'
import { HELP, helpPageOf } from '../../src/core/catalog/connections/help-page.ts'

function builtHelp() {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-help-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  buildHelp(join(folder, 'help'))
  return folder
}

it('has a page for every type of connection, and one to begin with', () => {
  const folder = builtHelp()

  for (const page of [HELP, ...CONNECTION_TYPE_NAMES.map(helpPageOf)])
    expect(existsSync(join(folder, page)), page).toBe(true)
})

it('leads nowhere that is not there: pages, headings, pictures', () => {
  const folder = builtHelp()
  const read = (page: string) => readFileSync(join(folder, 'help', page), 'utf8')
  const pages = HELP_PAGES.map((path) => path.replace('.md', '.html'))
  const lost = pages.flatMap((page) => {
    const own = page.includes('/') ? 'connectors/' : ''
    const places = [...read(page).matchAll(/(?:href|src)="([^"]+)"/g)].map(([, place = '']) => place)
    return places
      .filter((place) => !/^(https?:|\/)/.test(place))
      .filter((place) => {
        const [file = '', anchor] = place.split('#')
        const target = file === '' ? page : new URL(file, `file:///${own}`).pathname.slice(1)
        if (!existsSync(join(folder, 'help', target))) return true
        return anchor !== undefined && !read(target).includes(`id="${anchor}"`)
      })
      .map((place) => `${page}: ${place}`)
  })

  expect(pages.length).toBeGreaterThan(10)
  expect(lost).toEqual([])
})

it('can be read with keys and by ear: wide code is reached, and no head of a column is empty', () => {
  const folder = builtHelp()
  const text = HELP_PAGES.map((path) => readFileSync(join(folder, 'help', path.replace('.md', '.html')), 'utf8')).join()
  expect(text).toContain('<pre tabindex="0">')
  expect(text).not.toMatch(/<pre>|<th[^>]*><\/th>/)
})

it('is searched by its headings and the text below them', () => {
  const folder = builtHelp()
  const parts: readonly { page: string; title: string; heading: string; text: string }[] = JSON.parse(
    readFileSync(join(folder, 'help', 'search.json'), 'utf8'),
  )
  const codes = parts.find(({ page }) => page === 'errors.html#already_member')
  expect(codes).toMatchObject({ title: 'Error codes', heading: 'ALREADY_MEMBER' })
  expect(codes?.text).toContain('You are a member of')
  expect(parts.some(({ text }) => /<\w/.test(text) && /<\/\w+>/.test(text))).toBe(false)
})

it('has the font and the frame of the application, in English and in German', () => {
  const folder = builtHelp()
  const page = readFileSync(join(folder, 'help', 'types.html'), 'utf8')
  expect(existsSync(join(folder, 'help', 'inter-latin-wght-normal.woff2'))).toBe(true)
  expect(page).toContain('<title>How each type arrives · Millrace</title>')
  expect(page).toContain('data-de="Wie jeder Typ ankommt"')
  expect(page).toContain('data-de="Zurück zu Millrace">Back to Millrace')
  expect(page).toContain('aria-label="On this page"')
})
