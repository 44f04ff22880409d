import { expect, it } from 'vitest'

import { mirrorLag } from './mirror-lag.ts'

const NOW = Date.parse('2026-11-29T12:00:00.000Z')
const since = (ms: number) => new Date(NOW - ms).toISOString()

it('is the lag of the last changes while the mirror follows', () => {
  expect(mirrorLag({ wanted: 'on', state: 'following', lagMs: 800, caughtUpAt: since(3_000) }, NOW)).toBe(800)
})

it('grows when nothing has been heard of a mirror for five minutes', () => {
  expect(mirrorLag({ wanted: 'on', state: 'following', lagMs: 800, caughtUpAt: since(400_000) }, NOW)).toBe(400_000)
})

it('grows while the mirror does not follow', () => {
  expect(mirrorLag({ wanted: 'paused', state: 'paused', lagMs: 800, caughtUpAt: since(5_000) }, NOW)).toBe(5_000)
})

it('is unknown before the mirror has caught up once', () => {
  expect(mirrorLag({ wanted: 'on', state: 'copying', lagMs: 800 }, NOW)).toBeUndefined()
})
