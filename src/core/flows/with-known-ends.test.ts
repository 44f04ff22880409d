import { expect, it } from 'vitest'

import { aConnection, aFlow } from '../../../test/support/builders.ts'
import { withKnownEnds } from './with-known-ends.ts'

const connections = [aConnection({ id: 'c1', name: 'Shop', type: 'postgres' })]

it('a flow that carries only ids has the names and types of its connections', () => {
  const flow = aFlow({ sourceConnection: { id: 'c1' }, destinationConnection: { id: 'gone' } })

  expect(withKnownEnds(flow, connections)).toMatchObject({
    sourceConnection: { id: 'c1', name: 'Shop', type: 'postgres' },
    destinationConnection: { id: 'gone' },
  })
})

it('a flow keeps what its server told', () => {
  const source = { id: 'c1', name: 'Told', type: 'mysql' }
  const flow = aFlow({ sourceConnection: source, destinationConnection: source })

  expect(withKnownEnds(flow, connections)).toBe(flow)
  expect(withKnownEnds({ ...flow, destinationConnection: { id: 'c1' } }, connections).sourceConnection).toEqual(source)
})

it('a flow whose ends are not chosen has none', () => {
  const { sourceConnection: _source, destinationConnection: _destination, ...flow } = aFlow()

  expect(withKnownEnds(flow, connections)).toBe(flow)
})
