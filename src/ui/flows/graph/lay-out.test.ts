import { describe, expect, it } from 'vitest'

import { CARD_WIDTH } from './card-size.ts'
import { layOut } from './lay-out.ts'

const boxes = (count: number, height = 60) => Array.from({ length: count }, (_, n) => ({ id: `b${n}`, height }))
const link = (from: number, to: number) => ({ id: `${from} ${to}`, from: `b${from}`, to: `b${to}` })

const overlaps = (
  all: readonly { readonly id: string; readonly height: number }[],
  places: ReturnType<typeof layOut>['places'],
) =>
  all.flatMap((one, at) =>
    all.slice(at + 1).filter((other) => {
      const [a, b] = [places.get(one.id), places.get(other.id)]
      if (!a || !b) return true
      return Math.abs(a.x - b.x) < CARD_WIDTH && a.y < b.y + other.height && b.y < a.y + one.height
    }),
  )

describe('the layout of the graph', () => {
  it('puts what comes after something to its right', () => {
    const { places } = layOut(boxes(3), [link(0, 1), link(1, 2)], 1_000)
    const x = [0, 1, 2].map((n) => places.get(`b${n}`)?.x ?? -1)
    expect(x).toEqual(x.toSorted((a, b) => a - b))
  })

  it('lays no card over another, also where rows are moved in a circle', () => {
    const all = boxes(60)
    const links = all.slice(1).flatMap((_, n) => [link(n % 9, n + 1), link(n + 1, (n * 7) % 60)])
    const { places } = layOut(
      all,
      links.filter(({ from, to }) => from !== to),
      1_000,
    )
    expect(overlaps(all, places)).toEqual([])
  })

  it('puts parts without a link beside each other, while there is room', () => {
    const { places, width } = layOut(boxes(5), [], 3 * CARD_WIDTH + 60)
    expect(new Set([...places.values()].map(({ x }) => x)).size).toBe(3)
    expect(width).toBeLessThanOrEqual(3 * CARD_WIDTH + 60)
  })

  it('leads a long line around the cards between its ends', () => {
    const { places, bends } = layOut(boxes(3, 300), [link(0, 1), link(1, 2), link(0, 2)], 1_000)
    const between = places.get('b1') ?? { x: 0, y: 0 }
    const beside = (bends.get('0 2') ?? []).filter(({ x }) => x > between.x && x < between.x + CARD_WIDTH)
    expect(beside.length).toBeGreaterThan(0)
    for (const { y } of beside) expect(y < between.y || y > between.y + 300).toBe(true)
  })
})
