import { expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { MemoryConnectionRepository } from '../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryIntegrationRepository } from '../../adapters/memory/connections/memory-integration-repository.ts'
import { OrganizationStore } from '../organizations/organization-store.ts'
import { makeFindRefusals } from './find-refusals.ts'
import type { AbsentTable } from './refused-table.ts'

const named = (count: number) => Array.from({ length: count }, (_, n) => ({ entity: `t${n}`, columns: [] }))

function asking() {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines' }])
  const asked: number[] = []
  class Counting extends MemoryConnectionRepository {
    override async refusals(organizationId: string, connectionId: string, tables: readonly AbsentTable[]) {
      asked.push(tables.length)
      return super.refusals(organizationId, connectionId, tables)
    }
  }
  const connections = new Counting()
  const integrations = new MemoryIntegrationRepository()
  return { connections, asked, findRefusals: makeFindRefusals({ organization, connections, integrations }) }
}

it('asks about any number of tables, as many at once as a server answers', async () => {
  const { connections, asked, findRefusals } = asking()
  const error = { code: 'PERMISSION_MISSING', message: 'The account may not read t249.' }
  connections.refused = [{ entity: 't249', columns: [], error }]
  expect(await findRefusals('c', named(250))).toEqual({ ok: true, value: connections.refused })
  expect(asked).toEqual([100, 100, 50])
})

it('knows nothing if a part of the answer is missing', async () => {
  const { connections, findRefusals } = asking()
  connections.failNext(serverDown)
  expect(await findRefusals('c', named(2))).toEqual({ ok: false, failure: serverDown })
})
