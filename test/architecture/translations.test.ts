import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

import { CONNECTION_TYPES } from '../../src/core/catalog/connections/connection-types.ts'
import { INTEGRATION_TYPES } from '../../src/core/catalog/connections/integration-types.ts'
import { LANGUAGES } from '../../src/ui/i18n/locale.ts'

const UI = resolve(import.meta.dirname, '../../src/ui')

/** Texts of the product's own name, the same in every language. */
const NAMES = new Set(['Millrace'])
/** Properties whose words are shown or read out. */
const SAID = new Set(['label', 'aria-label', 'title', 'placeholder', 'alt', 'description', 'aria-description'])
const TRANSLATED = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])

const catalogs = await getCatalogs(getConfig({ configPath: join(UI, 'lingui.config.ts') }))
const [client, server] = catalogs.map((catalog) => ({ catalog, said: sentencesOf(catalog) }))

/** Every sentence that somebody says, by its id. All of the code is read for it, so it is done once for all languages. */
async function sentencesOf(catalog: (typeof catalogs)[number]): Promise<ReadonlyMap<string, string>> {
  const found = Object.entries((await catalog.collect()) ?? {})
  return new Map(found.map(([id, { message }]) => [id, message ?? id]))
}

describe.each(
  LANGUAGES.flatMap(({ locale, name }) => [
    { locale, name, whose: 'the client', source: client },
    // The server speaks English by itself.
    ...(locale === 'en' ? [] : [{ locale, name, whose: 'the server and the engine', source: server }]),
  ]),
)('the catalog of $whose in $name', ({ locale, source }) => {
  let said: ReadonlyMap<string, string>
  let translations: ReadonlyMap<string, string>

  beforeAll(async () => {
    const stored = Object.entries((await source?.catalog.read(locale)) ?? {}).filter(([, { obsolete }]) => !obsolete)
    translations = new Map(stored.map(([id, { translation }]) => [id, translation ?? '']))
    said = (await source?.said) ?? new Map()
    expect(said.size).toBeGreaterThan(300)
  })

  it('has every sentence', () => {
    expect([...said].filter(([id]) => !translations.get(id)).map(([, message]) => message)).toEqual([])
  })

  it('has no sentence that nobody says', () => {
    expect([...translations].filter(([id]) => !said.has(id)).map(([, translation]) => translation)).toEqual([])
  })

  it('fills the same gaps and links as the English sentence', () => {
    const astray = [...said].filter(([id, message]) => holes(translations.get(id) ?? message) !== holes(message))

    expect(astray.map(([, message]) => message)).toEqual([])
  })

  it('can be read by the formatter of messages', () => {
    const { errors } = createCompiledCatalog(locale, Object.fromEntries(translations), {})

    expect(errors.map(({ error }) => error.message)).toEqual([])
  })
})

it('has every label of the forms of credentials and connections in the client', async () => {
  const forms = [...Object.values(INTEGRATION_TYPES), ...Object.values(CONNECTION_TYPES)]
  const labels = forms.flatMap(({ fields }) => fields.map(({ label }) => label.template))
  const said = new Set((await client?.said)?.values())

  expect(labels.filter((label) => !said.has(label))).toEqual([])
})

it('has no brace in a sentence of the server but those of its gaps', async () => {
  const said = [...((await server?.said) ?? new Map<string, string>()).keys()]

  expect(said.filter((template) => /[{}]/.test(template.replaceAll(/\{\d+\}/g, '')))).toEqual([])
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
