import { expect, it } from 'vitest'

import { MIRROR_STATES } from '../catalog/mirrors/mirror-states.ts'
import { mirrorCondition } from './mirror-condition.ts'

it('says of each state whether a mirror follows, waits, is paused, or is off', () => {
  expect(MIRROR_STATES.map(mirrorCondition)).toEqual([
    ...['mirroring', 'mirroring', 'mirroring', 'waiting'],
    ...['paused', 'paused', 'off', 'off'],
  ])
})
