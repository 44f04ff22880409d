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

it('fails when a server does not answer, so that the page can say so', async () => {
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  await expect(fetchConfiguration(silent, 10)).rejects.toThrow('timeout')
})
