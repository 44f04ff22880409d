import { describe, expect, it } from 'vitest'

import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import { OrganizationStore } from '../organizations/organization-store.ts'
import { fail, ok } from '../result.ts'
import { makeFindFlowOrganization } from './find-flow-organization.ts'
import type { Flow } from './flow.ts'

const FLOW: Flow = { id: 'f', name: 'F', enabled: true, config: { streams: [], transformations: [] } }

/** A person with three organizations, the first of which is active; `answers` has the answers of the others about the flow. */
async function found(answers: Readonly<Record<string, number>>) {
  const organization = new OrganizationStore()
  organization.load(['one', 'two', 'three'].map((id) => ({ id, name: id })))
  const { flows } = memoryPorts()
  const asked: string[] = []
  const find = makeFindFlowOrganization({
    organization,
    flows: Object.assign(Object.create(flows) as typeof flows, {
      get: async (id: string) => {
        asked.push(id)
        const status = answers[id] ?? 404
        return status === 200 ? ok(FLOW) : fail({ kind: 'http', status, statusText: '' })
      },
    }),
  })
  return { result: await find('f'), asked }
}

describe('a link to a flow of another organization', () => {
  it('finds the one of mine that has it, and does not ask the active one again', async () => {
    expect(await found({ three: 200 })).toEqual({
      result: ok({ id: 'three', name: 'three' }),
      asked: ['two', 'three'],
    })
  })

  it.each([404, 403])('finds none where all answer %s', async (status) => {
    expect((await found({ two: status, three: status })).result).toEqual(ok(null))
  })

  it('fails where one could not be asked and none of the others has it', async () => {
    expect((await found({ two: 500 })).result).toMatchObject({ ok: false, failure: { status: 500 } })
    expect((await found({ two: 500, three: 200 })).result).toMatchObject({ ok: true, value: { id: 'three' } })
  })
})
