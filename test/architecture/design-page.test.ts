import { readFileSync } from 'node:fs'
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
