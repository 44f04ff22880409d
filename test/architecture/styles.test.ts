import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const UI = join(import.meta.dirname, '../../src/ui')

const files = readdirSync(UI, { recursive: true, encoding: 'utf8' })
const read = (name: string) => readFileSync(join(UI, name), 'utf8')
const code = files.filter((name) => /\.tsx?$/.test(name)).map((name) => ({ name, text: read(name) }))
const sheets = files
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, text: read(name).replaceAll(/\/\*.*?\*\/|"[^"]*"/gs, '') }))

const all = (texts: readonly { readonly text: string }[], pattern: RegExp): ReadonlySet<string> =>
  new Set(texts.flatMap(({ text }) => [...text.matchAll(pattern)].flatMap(([, found = '']) => found)))

/** Set by a library, on its own elements. */
const isOfLibrary = (variable: string) => variable.startsWith('--radix-')

describe('a variable of a style sheet', () => {
  const used = all(sheets, /var\((--[\w-]+)/g)
  const set = new Set([...all(sheets, /(--[\w-]+):/g), ...all(code, /['"`](--[\w-]+)['"`]/g)])

  it('is set somewhere: else its whole declaration counts for nothing', () => {
    // One that sees no variables finds no fault.
    expect(used.size).toBeGreaterThan(40)
    expect([...used].filter((name) => !set.has(name) && !isOfLibrary(name))).toEqual([])
  })

  it('is used somewhere', () => {
    const inCode = all(code, /(--[\w-]+)/g)
    expect([...all(sheets, /(--[\w-]+):/g)].filter((name) => !used.has(name) && !inCode.has(name))).toEqual([])
  })
})

/** The classes that files take from each style sheet; `isCounted` tells whether none of them is computed. */
const modules = sheets
  .filter(({ name }) => name.endsWith('.module.css'))
  .map(({ name, text }) => {
    const selectors = [...text.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector).join(' ')
    const looked = code.flatMap(({ name: importer, text: source }) =>
      [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, as, path = '']) =>
        join(dirname(importer), path) === name
          ? [...source.matchAll(new RegExp(`\\b${as}\\[([^\\]]*)\\]`, 'g'))].map(([, key = '']) => key)
          : [],
      ),
    )
    const taken = looked.flatMap((key) => /^'([^']+)'$/.exec(key)?.[1] ?? [])
    const defined = [...selectors.replaceAll(/:global\([^)]*\)/g, '').matchAll(/\.([A-Za-z][\w-]*)/g)]
    return {
      name,
      defined: new Set(defined.map(([, found = '']) => found)),
      taken: new Set(taken),
      isCounted: taken.length === looked.length,
    }
  })

describe('a class of a style sheet', () => {
  const named = (sheet: string, classes: readonly string[]) => classes.map((name) => `${sheet}: ${name}`)

  it('exists where a component takes it', () => {
    expect(modules.reduce((sum, { taken }) => sum + taken.size, 0)).toBeGreaterThan(500)
    expect(
      modules.flatMap(({ name, defined, taken }) =>
        named(
          name,
          [...taken].filter((one) => !defined.has(one)),
        ),
      ),
    ).toEqual([])
  })

  it('is taken by a component, if it exists', () => {
    expect(modules.filter(({ isCounted }) => isCounted).length).toBeGreaterThan(100)
    expect(
      modules.flatMap(({ name, defined, taken, isCounted }) =>
        isCounted
          ? named(
              name,
              [...defined].filter((one) => !taken.has(one)),
            )
          : [],
      ),
    ).toEqual([])
  })
})
