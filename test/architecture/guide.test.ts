import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const guide = readFileSync(resolve(ROOT, 'docs/guide.md'), 'utf8').replaceAll(/```[\s\S]*?```/g, '')

/** Words in italics name what is on the screen; those in bold do if they are no sentence and begin no explanation. */
const ITALIC = /(?<!\*)\*([^*\n]+)\*(?!\*)/g
const BOLD = /\*\*([^*\n]+)\*\*/g
const isName = (words: string) => !words.endsWith('.') && !/^(The|A|An) /.test(words)

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Every text of the client in English, with its gaps open. */
async function texts(): Promise<readonly RegExp[]> {
  const catalogs = await getCatalogs(getConfig({ configPath: resolve(ROOT, 'src/ui/lingui.config.ts') }))
  const stored = await Promise.all(catalogs.map((catalog) => catalog.read('en')))
  return (
    stored
      .flatMap((catalog) => Object.values(catalog ?? {}))
      .filter(({ obsolete }) => !obsolete)
      .map(({ translation = '' }) => translation.split(/\{\w+\}/))
      // One with nothing but gaps would match everything.
      .filter((parts) => parts.some((part) => /\p{L}{3}/u.test(part)))
      .map((parts) => new RegExp(`^${parts.map(escaped).join('.+')}$`))
  )
}

it('the guide names only what the application shows', async () => {
  const said = await texts()
  const names = new Set([
    ...[...guide.matchAll(ITALIC)].map(([, words = '']) => words),
    ...[...guide.matchAll(BOLD)].map(([, words = '']) => words).filter(isName),
  ])

  expect(names.size).toBeGreaterThan(30)
  expect([...names].filter((name) => !said.some((text) => text.test(name)))).toEqual([])
})
