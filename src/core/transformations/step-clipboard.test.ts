import { expect, it } from 'vitest'

import type { Transformation } from '../flows/flow.ts'
import { textOfSteps } from './step-clipboard.ts'
import { stepsOfText } from './steps-of-text.ts'

const steps: readonly Transformation[] = [
  { id: 'a', type: 'limit', stream: 'orders', settings: { rows: 5 } },
  { id: 'b', type: 'filter', settings: { where: 'total > 0' }, other: { colour: 'red' } },
]

it('takes steps along as text, without what only their flow knows', () => {
  expect(stepsOfText(textOfSteps(steps))).toEqual([
    { type: 'limit', stream: 'orders', settings: { rows: 5 } },
    { type: 'filter', settings: { where: 'total > 0' } },
  ])
})

it.each([
  ['a sentence', 'Keep the first rows only'],
  ['other JSON', '{"rows":5}'],
  ['a list', '[]'],
  ['no steps', textOfSteps([])],
  ['a step of a kind that is not known', textOfSteps([{ id: 'x', type: 'explode', settings: {} }])],
  ['a step without settings', '{"kind":"millrace/steps","steps":[{"type":"limit"}]}'],
  ['something that is no step', '{"kind":"millrace/steps","steps":[7]}'],
])('takes %s for nothing to paste', (_what, text) => expect(stepsOfText(text)).toBeUndefined())
