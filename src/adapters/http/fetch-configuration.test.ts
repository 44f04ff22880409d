import { expect, it } from 'vitest'

import { fetchConfiguration } from './fetch-configuration.ts'

const least = { apiHost: '', firebase: { projectId: 'p', apiKey: 'k', authDomain: 'd' } }
const told = (configuration: unknown) => fetchConfiguration(async () => Response.json(configuration))

it('is what the deployment tells', async () => {
  const plans = [{ id: 'gold', name: 'Gold' }, { id: 'silver' }]

  expect(await told({ ...least, plans })).toEqual({ ...least, plans })
  expect(await told(least)).toEqual(least)
})

it.each([
  [{}, 'apiHost'],
  [{ apiHost: '' }, 'firebase.apiKey'],
  [{ ...least, plans: 'gold' }, 'plans'],
  [{ ...least, plans: ['gold'] }, 'plans'],
  [{ ...least, plans: [{ name: 'Gold' }] }, 'plans'],
])('names what is wrong with it (%j)', async (configuration, named) => {
  await expect(told(configuration)).rejects.toThrow(named)
})
