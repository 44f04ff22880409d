import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const [light = '', dark = ''] = readFileSync('src/ui/kit/tokens.css', 'utf8').split('[data-theme="dark"]')

const tokensOf = (css: string) =>
  new Map([...css.matchAll(/--([\w-]+): (#[\da-f]{6})/g)].map(([, name, hex]) => [name, hex]))

const THEMES = { light: tokensOf(light), dark: new Map([...tokensOf(light), ...tokensOf(dark)]) }

const ROWS = [
  ...readFileSync('docs/design.md', 'utf8').matchAll(
    /^\| `(?<colour>[\w-]+)` \| `(?<ground>[\w-]+)` \| (?<least>[\d.]+) \| (?<light>[\d.]+) \| (?<dark>[\d.]+) \|$/gm,
  ),
].map(({ groups }) => groups as Record<'colour' | 'ground' | 'least' | 'light' | 'dark', string>)

it('has every colour of text and every series', () => {
  const named = new Set(ROWS.map(({ colour }) => colour))
  const wanted = [...THEMES.light.keys()].filter((name = '') => /^ink|-ink$|^series-/.test(name))
  expect(wanted.filter((name = '') => !named.has(name))).toEqual([])
})

it.each(ROWS)('says the contrast of $colour on $ground, which is enough', ({ colour, ground, least, ...said }) => {
  for (const theme of ['light', 'dark'] as const) {
    const ratio = contrast(THEMES[theme].get(colour), THEMES[theme].get(ground))
    expect(ratio.toFixed(1), theme).toBe(said[theme])
    expect(ratio, theme).toBeGreaterThanOrEqual(Number(least))
  }
})

const SIZES = [
  ...readFileSync('docs/design.md', 'utf8').matchAll(/^\| `(?<token>[\w-]+)` \| (?<said>\d+) (?:px|ms) \|/gm),
].map(({ groups }) => groups as Record<'token' | 'said', string>)

it('has every size of text, distance, height, corner and time', () => {
  const wanted = [...light.matchAll(/--((?:text|space|control|radius|loop)[\w-]*|fast|normal): /g)].map(
    ([, name]) => name,
  )
  expect(SIZES.map(({ token }) => token)).toEqual(wanted)
})

it.each(SIZES)('says what $token is', ({ token, said }) => {
  const [, value = '', unit = ''] = new RegExp(`--${token}: ([\\d.]+)(rem|px|ms|s);`).exec(light) ?? []
  const factor = { rem: 16, s: 1_000 }[unit] ?? 1
  expect(Number(value) * factor).toBe(Number(said))
})

it('knows three weights, as every style sheet does', () => {
  const used = sheets('src/ui').flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/font-weight: (\d+)/g)])
  expect(new Set(used.map(([, weight]) => weight))).toEqual(new Set(['400', '550', '600']))
})

const sheets = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => `${folder}/${file}`)

/** As WCAG 2 defines it. */
function contrast(one = '', other = ''): number {
  const [brighter = Number.NaN, darker = Number.NaN] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
