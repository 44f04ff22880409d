import { expect, it } from 'vitest'

import { viewportOf } from './use-kept-fitted.ts'

const SIZE = { width: 900, height: 600, isPhone: false }
const row = (right: number) => ({ left: 50, top: 150, right, bottom: 222 })

it('a flow that fits is in the middle, and never larger than it is', () => {
  const { x, zoom } = viewportOf(row(650), SIZE, undefined)
  expect(zoom).toBe(1)
  expect(x + 350).toBe(72 + (900 - 72 - 32) / 2)
})

it('one that does not fit stays readable, and begins at the left', () => {
  const { x, zoom } = viewportOf(row(3000), SIZE, undefined)
  expect(zoom).toBe(0.85)
  expect(50 * zoom + x).toBeCloseTo(72)
})

it('a low picture keeps the columns of the palette free', () => {
  const { x, zoom } = viewportOf(row(3000), { ...SIZE, height: 380 }, undefined)
  expect(50 * zoom + x).toBeCloseTo(112)
})

it('the selected node stays visible, and there is no empty room behind the last one', () => {
  const last = viewportOf(row(3000), SIZE, { x: 2808, y: 150 })
  expect(3000 * last.zoom + last.x).toBeCloseTo(900 - 32)
  const middle = viewportOf(row(3000), SIZE, { x: 1500, y: 150 })
  expect((1500 + 84) * middle.zoom + middle.x).toBeCloseTo(72 + 398)
})

it('on a phone, where the buttons are above it, two lanes fit beside each other', () => {
  const lanes = { left: 50, top: 150, right: 50 + 224 + 168, bottom: 600 }
  const { x, zoom } = viewportOf(lanes, { width: 390, height: 380, isPhone: true }, undefined)
  expect(50 * zoom + x).toBeGreaterThanOrEqual(16)
  expect(lanes.right * zoom + x).toBeLessThanOrEqual(390 - 16)
})
