import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

import { LANGUAGES } from '../../src/ui/i18n/locale.ts'

const UI = resolve(import.meta.dirname, '../../src/ui')

/** Texts of the product's own name, the same in every language. */
const NAMES = new Set(['Millrace'])
/** Properties whose words are shown or read out. */
const SAID = new Set(['label', 'aria-label', 'title', 'placeholder', 'alt', 'description', 'aria-description'])
const TRANSLATED = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])

const [catalog] = await getCatalogs(getConfig({ configPath: join(UI, 'lingui.config.ts') }))
/** Every sentence that somebody says, by its id. */
let said: ReadonlyMap<string, string>

// All of the client is read for it, so it is done once for all languages.
beforeAll(async () => {
  const found = Object.entries((await catalog?.collect()) ?? {})
  said = new Map(found.map(([id, { message }]) => [id, message ?? id]))
  expect(said.size).toBeGreaterThan(300)
})

describe.each(LANGUAGES)('the catalog in $name', ({ locale }) => {
  let translations: ReadonlyMap<string, string>

  beforeAll(async () => {
    const stored = Object.entries((await catalog?.read(locale)) ?? {}).filter(([, { obsolete }]) => !obsolete)
    translations = new Map(stored.map(([id, { translation }]) => [id, translation ?? '']))
  })

  it('has every sentence of the product', () => {
    expect([...said].filter(([id]) => !translations.get(id)).map(([, message]) => message)).toEqual([])
  })

  it('has no sentence that nobody says', () => {
    expect([...translations].filter(([id]) => !said.has(id)).map(([, translation]) => translation)).toEqual([])
  })

  it('fills the same gaps and links as the English sentence', () => {
    const astray = [...said].filter(([id, message]) => holes(translations.get(id) ?? message) !== holes(message))

    expect(astray.map(([, message]) => message)).toEqual([])
  })
})

it('shows no text of a component without translating it', () => {
  const files = globSync('**/*.tsx', { cwd: UI }).filter((file) => !/\.(test|stories)\.tsx$/.test(file))

  expect(files.flatMap((file) => untranslated(file))).toEqual([])
})

/** The named gaps and numbered elements of a message, each once. */
const holes = (message: string): string =>
  [...new Set([...message.matchAll(/\{(\w+)[,}]|<\/?(\d+)\/?>/g)].map(([hole]) => hole.replace(',', '}')))]
    .toSorted((one, other) => one.localeCompare(other))
    .join(' ')

function untranslated(file: string): readonly string[] {
  const found: string[] = []
  const source = ts.createSourceFile(file, readFileSync(join(UI, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const report = (text: string) => {
    if (/\p{L}{2}/u.test(text) && !NAMES.has(text.trim())) found.push(`${file}: ${text.trim()}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && TRANSLATED.has(node.openingElement.tagName.getText())) return
    if (ts.isJsxText(node)) report(node.text)
    if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteralLike(node.expression)) {
      if (!ts.isJsxAttribute(node.parent) || SAID.has(node.parent.name.getText())) report(node.expression.text)
    }
    if (ts.isJsxAttribute(node) && SAID.has(node.name.getText()) && node.initializer) {
      if (ts.isStringLiteral(node.initializer)) report(node.initializer.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
