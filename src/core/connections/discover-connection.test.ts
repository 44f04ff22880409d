import { expect, it } from 'vitest'

import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import { makeDiscoverConnection } from './discover-connection.ts'

async function discovered(type: 'google_sheets' | 'postgres', ...names: string[]) {
  const ports = memoryPorts()
  ports.connections.entities = names.map((name) => ({ name, columns: [] }))
  const added = await ports.connections.add('org-1', {
    name: 'x',
    type,
    capability: 'both',
    integrationId: 'i',
    config: {},
  })
  if (!added.ok) throw new Error('not added')
  const found = await makeDiscoverConnection(ports)(added.value)
  return found.ok && found.value.map(({ name }) => name)
}

it('puts "sheets." before the names of Google Sheets that have no dot', async () => {
  expect(await discovered('google_sheets', 'Orders', 'sheets.Customers', 'a.b')).toEqual([
    'sheets.Orders',
    'sheets.Customers',
    'a.b',
  ])
})

it('leaves the names of other systems as they are', async () => {
  expect(await discovered('postgres', 'orders', 'public.orders')).toEqual(['orders', 'public.orders'])
})
