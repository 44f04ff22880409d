import { readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { siGoogle, siGooglebigquery, siGooglecloud, siGooglesheets, siMysql, siPostgresql } from 'simple-icons'
import { expect, it } from 'vitest'

import { CONNECTION_TYPES } from '../../core/catalog/connections/connection-types.ts'
import { INTEGRATION_TYPES } from '../../core/catalog/connections/integration-types.ts'
import { TypeMark } from './type-mark.tsx'

const styleOf = (type: string) =>
  render(<TypeMark type={type} />).container.querySelector<HTMLElement>('[data-type] > span')?.style

const BRANDS = {
  postgres: siPostgresql,
  mysql: siMysql,
  google_sheets: siGooglesheets,
  google_oauth: siGoogle,
  bigquery: siGooglebigquery,
  gcp: siGooglecloud,
}

it.each(Object.entries(BRANDS))('shows the logo of %s in the brand’s colour', (type, { slug, hex }) => {
  const style = styleOf(type)

  expect(style?.getPropertyValue('--logo')).toContain(`${slug}.svg`)
  expect(style?.getPropertyValue('--brand').toUpperCase()).toBe(`#${hex}`)
})

it.each(Object.values(BRANDS))('has the logo of $title as its owner draws it now', ({ slug, svg }) => {
  expect(readFileSync(`src/ui/catalog/brands/${slug}.svg`, 'utf8')).toBe(svg)
})

it('tells two systems apart, whatever they are', () => {
  const seen = [...Object.keys(CONNECTION_TYPES), ...Object.keys(INTEGRATION_TYPES)].map((type) => ({
    type,
    // Amazon's two types have the same brand.
    brand: type.replace('_cost_explorer_api', ''),
    picture: render(<TypeMark type={type} />).container.querySelector('[data-type]')?.innerHTML,
  }))

  for (const { brand, picture } of seen) {
    expect(new Set(seen.filter((other) => other.picture === picture).map((other) => other.brand))).toEqual(
      new Set([brand]),
    )
  }
})

// Thin lines need more on a dark ground.
it.each([
  ['light', 3],
  ['dark', 4.5],
])('can be seen on the ground of the %s theme: %d to 1 at least', (theme, least) => {
  const [light = '', dark = ''] = readFileSync('src/ui/kit/tokens.css', 'utf8').split('[data-theme="dark"]')
  const token = (name: string) =>
    new RegExp(`--${name}: (#\\w{6}|\\d+(?=%));?`).exec(theme === 'dark' ? dark : light)?.[1] ?? 'none'
  const share = Number(token('brand-share'))

  const faint = Object.values(BRANDS)
    .map(({ title, hex }) => ({
      title,
      ratio: contrast(mix(`#${hex}`, token('ink'), share / 100), parse(token('surface'))),
    }))
    .filter(({ ratio }) => !(ratio >= least))

  expect(faint).toEqual([])
})

const parse = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

const mix = (one: string, other: string, share: number) => {
  const rest = parse(other)
  return parse(one).map((channel, at) => channel * share + (rest[at] ?? Number.NaN) * (1 - share))
}

/** As WCAG 2 defines it. */
const luminance = (channels: readonly number[]) => {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const value = channel / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: readonly number[], other: readonly number[]) => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
