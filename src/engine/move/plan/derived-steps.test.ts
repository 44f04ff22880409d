import { expect, it } from 'vitest'
import type { Step } from '../../transform/columns/step.ts'
import type { StepsOutline } from '../../transform/steps/bind-steps.ts'
import { lastSteps } from './derived-steps.ts'

const step = (type: Step['type'], settings: Step['settings']): Step => ({ id: type, type, settings })

const CHOSEN = step('select', { columns: ['country', 'total'] })
const GROUPS = step('aggregate', {
  by: ['country'],
  measures: [{ name: 'sum', function: 'sum', column: 'total' }],
})
const NAMED = step('rename', { columns: [{ column: 'sum', to: 'revenue' }] })
const there = ({ settings, ...own }: Step): Step => ({ ...own, settings: { ...settings, runs_in: 'destination' } })
const here = ({ settings, ...own }: Step): Step => ({ ...own, settings: { ...settings, runs_in: 'millrace' } })

const after = (id: string, ...names: readonly string[]) => ({
  id,
  relation: {
    columns: names.map((name) => ({ name, label: 'text', value: { kind: 'text' } as const, nullable: true })),
  },
})
const bound = {
  relations: [
    after('source', 'id', 'country', 'total'),
    after('select', 'country', 'total'),
    after('aggregate', 'country', 'sum'),
    after('rename', 'country', 'revenue'),
  ],
  others: [],
} as unknown as StepsOutline

const places = (...steps: readonly Step[]) => lastSteps(steps, bound)?.after

it('begins with the first step that combines rows, if somebody chose the destination for it', () => {
  expect(places(CHOSEN, there(GROUPS), NAMED)).toBe(1)
  expect(places(CHOSEN, GROUPS, NAMED)).toBeUndefined()
  expect(places(CHOSEN, here(GROUPS), NAMED)).toBeUndefined()
})

it('needs the columns of the groups only', () => {
  expect(lastSteps([CHOSEN, there(GROUPS), NAMED], bound)).toMatchObject({
    needs: ['country', 'total'],
    steps: [
      { kind: 'group', by: ['country'], measures: [{ name: 'sum', measure: 'sum', column: 'total' }] },
      {
        kind: 'choose',
        columns: [
          ['country', 'country'],
          ['sum', 'revenue'],
        ],
      },
    ],
  })
})

it('is nothing with a step that no destination runs', () => {
  const loud = step('compute', { columns: [{ name: 'loud', expression: 'upper(country)' }] })
  expect(places(CHOSEN, there(GROUPS), loud)).toBeUndefined()
})
