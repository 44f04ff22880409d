import { expect, it } from 'vitest'
import { MIRROR_OBSTACLES, mirrorObstacles } from '../catalog/mirrors/mirror-obstacles.ts'
import type { FlowConfig } from '../flows/flow.ts'
import { withoutObstacle } from './without-obstacle.ts'

const plain: FlowConfig = {
  streams: [{ entity: 'public.orders', mode: 'mirror' }],
  transformations: [{ id: 't0', type: 'filter', stream: 'public.orders', settings: { where: 'id > 1' } }],
}

const full: FlowConfig = {
  ...plain,
  transformations: [
    ...plain.transformations,
    { id: 't1', type: 'limit', stream: 'public.orders', settings: { rows: 1 } },
  ],
  schedule: { cron: '0 6 * * *', timezone: 'UTC' },
  sqlAfter: 'select 1',
  structure: 'all',
}

it('names what a mirror cannot have', () => {
  expect(mirrorObstacles(plain)).toEqual([])
  expect(mirrorObstacles(full)).toEqual(MIRROR_OBSTACLES)
})

it('a flow that starts after another has a schedule, too', () => {
  expect(mirrorObstacles({ ...plain, after: ['f1'] })).toEqual(['schedule'])
})

it('removes each of them alone', () => {
  for (const obstacle of MIRROR_OBSTACLES) {
    expect(mirrorObstacles(withoutObstacle(full, obstacle))).toEqual(MIRROR_OBSTACLES.filter((one) => one !== obstacle))
  }
  expect(MIRROR_OBSTACLES.reduce(withoutObstacle, full)).toEqual(plain)
})
