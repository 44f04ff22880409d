import { expect, it } from 'vitest'

import { runInOrder } from './run-in-order.ts'
import { STEPS } from './steps.ts'

/** What happened, of steps that each end when the event loop has turned so many times. */
async function happened(steps: readonly { name: string; turns: number; needs?: string; alone?: true }[], lanes = 2) {
  const events: string[] = []
  await runInOrder(steps, {
    lanes,
    run: async ({ name, turns }) => {
      events.push(`+${name}`)
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
      events.push(`-${name}`)
    },
  })
  return events.join(' ')
}

it('runs as many steps at a time as there are lanes, in their order', async () => {
  const steps = [
    { name: 'a', turns: 5 },
    { name: 'b', turns: 2 },
    { name: 'c', turns: 1 },
  ]
  expect(await happened(steps)).toBe('+a +b -b +c -c -a')
  expect(await happened(steps, 1)).toBe('+a -a +b -b +c -c')
})

it('begins a step once the one that it needs has ended', async () => {
  const steps = [
    { name: 'build', turns: 5 },
    { name: 'lint', turns: 1 },
    { name: 'start', turns: 1, needs: 'build' },
  ]
  expect(await happened(steps)).toBe('+build +lint -lint -build +start -start')
})

it('takes what a step needs to be done where nobody asked for it', async () => {
  expect(await happened([{ name: 'start', turns: 1, needs: 'build' }])).toBe('+start -start')
})

it('runs nothing beside a step that runs alone, and that at the end', async () => {
  const steps = [
    { name: 'engine', turns: 2, alone: true },
    { name: 'lint', turns: 3 },
    { name: 'e2e', turns: 1, alone: true },
  ] as const
  expect(await happened(steps)).toBe('+lint -lint +engine -engine +e2e -e2e')
})

it('knows every step that another needs, and has it earlier', () => {
  const names = STEPS.map(({ name }) => name)
  for (const { name, needs } of STEPS) {
    if (needs !== undefined) expect(names.slice(0, names.indexOf(name)), name).toContain(needs)
  }
})
