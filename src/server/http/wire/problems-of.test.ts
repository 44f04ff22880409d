import { expect, it } from 'vitest'

import type { FailingFlow } from '../../store/dashboard/dashboard.ts'
import { problemsOf } from './problems-of.ts'

const failing = (flow: string, changes: Partial<FailingFlow>): FailingFlow => ({
  ...{ flow_id: flow, flow_name: flow, run_id: `run of ${flow}`, at: new Date(0), message: null, integration_id: null },
  ends: { sourceConnectionId: 'shop', destinationConnectionId: 'dw', config: { streams: [], transformations: [] } },
  error: { code: 'ENTITY_NOT_FOUND', message: 'The source has no sales.gone.' },
  ...changes,
})

const flowsOf = (...flows: readonly FailingFlow[]) =>
  problemsOf(flows).map((problem) => problem.flows.map(({ flow_id }) => flow_id))

it('flows of the same connections that fail with the same words are one problem', () => {
  const other = { code: 'ENTITY_NOT_FOUND', message: 'The source has no sales.other.' }
  const elsewhere = { ...failing('d', {}).ends, sourceConnectionId: 'another shop' }

  expect(
    flowsOf(failing('a', {}), failing('b', {}), failing('c', { error: other }), failing('d', { ends: elsewhere })),
  ).toEqual([['a', 'b'], ['c'], ['d']])
})

it('an error of credentials is one problem, whatever the words', () => {
  const refused = (message: string) => ({ integration_id: 'keys', error: { code: 'SIGN_IN_REFUSED', message } })

  expect(flowsOf(failing('a', refused('No.')), failing('b', refused('Not again.')))).toEqual([['a', 'b']])
})

it('several tables that failed in one flow are compared by the first of them', () => {
  const partly = (count: string) => ({
    error: {
      code: 'ENTITY_NOT_FOUND',
      message: `${count} of 5 tables arrived`,
      cause: 'The source has no sales.gone.',
    },
  })

  expect(flowsOf(failing('a', partly('3')), failing('b', partly('4')))).toEqual([['a', 'b']])
})
