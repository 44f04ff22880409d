import { beforeEach, expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../services/services.ts'

const FIRST_TWO = { id: 'a', type: 'limit', settings: { rows: 2 } }
const REQUEST = { sourceId: 'shop', entity: 'orders', steps: [FIRST_TWO] }

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(() => {
  ports = memoryPorts()
  services = servicesOver(ports)
  ports.flows.sample = {
    columns: ['id', 'email', 'note'].map((name) => ({ name, type: 'text' })),
    rows: [1, 2, 3].map((id) => [String(id), `${id}@example.com`, null]),
  }
})

it('shows a sample as it is read and behind every step', async () => {
  expect(await services.previewFlow(REQUEST)).toMatchObject({
    value: {
      sampled: 3,
      steps: [
        { id: 'source', rowCount: 3 },
        { id: 'a', rowCount: 2 },
      ],
    },
  })
})

it('shows of the source only the columns that the flow reads', async () => {
  expect(await services.previewFlow({ ...REQUEST, columns: ['id', 'note'] })).toMatchObject({
    value: {
      steps: [
        { id: 'source', columns: [{ name: 'id' }, { name: 'note' }], rowCount: 3 },
        { id: 'a', rowCount: 2 },
      ],
    },
  })
})

it('shows the source as it is where the server did not come to the columns', async () => {
  ports.flows.preview = async () => ({
    ok: true,
    value: { sampled: 0, steps: [{ id: 'source', columns: [], rows: [], rowCount: 0 }] },
  })

  expect(await services.previewFlow({ ...REQUEST, columns: ['id'] })).toMatchObject({
    value: { steps: [{ id: 'source' }] },
  })
})

it('says nothing in a toast when it fails: the page shows it', async () => {
  ports.flows.failNext(serverDown)

  expect(await services.previewFlow(REQUEST)).toMatchObject({ ok: false, failure: serverDown })
  expect(ports.notifier.shown).toEqual([])
})
