import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { Marked } from 'marked'

import { partsOf } from './help-search.mjs'
import { GERMAN_TITLES } from './help-words.mjs'
import { ROOT } from './places.mjs'

/** The documents for users of the product, in the order of the menu; the first is the start page of the help. */
export const HELP_PAGES = [
  'guide.md',
  'transformations.md',
  'alerts.md',
  'lineage.md',
  'mends.md',
  'types.md',
  'connectors/postgres.md',
  'connectors/postgres-settings.md',
  'connectors/mysql.md',
  'connectors/mysql-settings.md',
  'connectors/google-sheets.md',
  'connectors/bigquery.md',
  'connectors/aws-cost-explorer.md',
  'connectors/metronome.md',
  'connectors/email.md',
  'api.md',
  'flows-as-code.md',
  'recipes.md',
  'api-reference.md',
  'errors.md',
  'promises.md',
  'operations.md',
  'configuration.md',
  'security.md',
]

/** Converts the documents to pages, beside the built client in `folder`, so that help works without a network. */
export function buildHelp(folder) {
  const pages = HELP_PAGES.map((path) => {
    const text = readFileSync(join(ROOT, 'docs', path), 'utf8')
    return { path, text, title: /^# (.+)$/m.exec(text)?.[1] ?? path }
  })
  for (const page of pages) page.html = forEverybody(markedFor(page.path, folder).parse(page.text))
  for (const page of pages) write(join(folder, htmlOf(page.path)), pageOf(page, pages))
  const parts = pages.flatMap(({ path, title, html }) => partsOf(html, htmlOf(path), title))
  write(join(folder, 'search.json'), JSON.stringify(parts))
  // For somebody who types the address.
  copyFileSync(join(folder, htmlOf(HELP_PAGES[0])), join(folder, 'index.html'))
  copyFileSync(join(ROOT, 'src', 'bootstrap', 'help.css'), join(folder, 'help.css'))
  copyFileSync(join(ROOT, 'src', 'bootstrap', 'help-page.mjs'), join(folder, 'help.js'))
  copyFileSync(join(ROOT, 'node_modules', '@fontsource-variable', 'inter', 'files', FONT), join(folder, FONT))
}

/** The font of the application. */
const FONT = 'inter-latin-wght-normal.woff2'

/** Code that is wider than the page can be scrolled by keys, and a column without a name has no empty head. */
const forEverybody = (html) =>
  html.replaceAll('<pre>', '<pre tabindex="0">').replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>')

const htmlOf = (path) => path.replace(/\.md$/, '.html')

function pageOf({ path, html, title }, pages) {
  const up = path.includes('/') ? '../' : ''
  const menu = pages
    .map(
      (page) =>
        `<li><a href="${up}${htmlOf(page.path)}"${page.path === path ? ' aria-current="page"' : ''}${german(GERMAN_TITLES[page.path])}>${page.title}</a></li>`,
    )
    .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Millrace</title>
<link rel="stylesheet" href="${up}help.css">
<link rel="icon" href="/favicon.svg">
<script src="${up}help.js"></script>
</head>
<body>
<header><a class="back" href="/"><span aria-hidden="true">←</span> <span data-de="Zurück zu Millrace">Back to Millrace</span></a>
<div class="search"><input id="search" type="search" placeholder="Search the help" aria-label="Search the help" data-de-label="Hilfe durchsuchen" autocomplete="off"><ul id="found" hidden></ul></div></header>
<nav id="pages" aria-label="Help" data-de-label="Hilfe"><ul>${menu}</ul></nav>
${contentsOf(html)}<main><a class="all-pages" href="#pages" data-de="Alle Seiten">All pages</a>${html}</main>
</body>
</html>
`
}

const german = (words) => (words === undefined ? '' : ` data-de="${words}"`)

/** From this number of parts on, a page has a list of them. */
const MANY_PARTS = 3

function contentsOf(html) {
  const parts = [...html.matchAll(/<h2 id="([^"]+)">(.+)<\/h2>/g)]
  if (parts.length < MANY_PARTS) return ''
  const list = parts.map(([, id, words]) => `<li><a href="#${id}">${words.replace(/<\/?a\b[^>]*>/g, '')}</a></li>`)
  return `<nav class="contents" aria-label="On this page" data-de-label="Auf dieser Seite"><p data-de="Auf dieser Seite">On this page</p><ul>${list.join('')}</ul></nav>`
}

/** Links lead to the other pages, pictures are copied; files that exist only in the repository are named, not linked. */
function markedFor(path, folder) {
  const ids = new Map()
  return new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens)
        return `<h${depth} id="${idOf(words, ids)}">${words}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        if (/^https?:/.test(href)) return `<a href="${href}" rel="noreferrer" target="_blank">${words}</a>`
        const [file = '', anchor = ''] = href.split('#')
        const at = anchor && `#${anchor}`
        if (file === '') return `<a href="${at}">${words}</a>`
        const target = posix.join(posix.dirname(path), file)
        return HELP_PAGES.includes(target) ? `<a href="${htmlOf(file)}${at}">${words}</a>` : words
      },
      image({ href, text }) {
        const target = posix.join(posix.dirname(path), href)
        mkdirSync(dirname(join(folder, target)), { recursive: true })
        copyFileSync(join(ROOT, 'docs', target), join(folder, target))
        return `<img src="${href}" alt="${text}" loading="lazy">`
      },
    },
  })
}

/** The anchor of a heading in the documents: its words in lower case, joined by hyphens. */
function idOf(words, ids) {
  const id = words
    .replace(/<[^>]+>|&[a-z#\d]+;/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
  const seen = ids.get(id) ?? 0
  ids.set(id, seen + 1)
  return seen === 0 ? id : `${id}-${seen}`
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
