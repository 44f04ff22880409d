import type { Step } from './steps.ts'

type Ordered = Pick<Step, 'name' | 'needs' | 'alone'>

interface How<Chosen> {
  /** Steps at a time. */
  readonly lanes: number
  readonly run: (step: Chosen) => Promise<void>
}

/** Runs steps in their order, each once what it needs has ended, and those that run alone at the end. */
export async function runInOrder<Chosen extends Ordered>(
  steps: readonly Chosen[],
  { lanes, run }: How<Chosen>,
): Promise<void> {
  const running = new Map<string, Promise<void>>()
  const begin = (step: Chosen) => {
    // One that was not asked for is taken to be done.
    const needed = step.needs === undefined ? undefined : running.get(step.needs)
    const ended = Promise.resolve(needed).then(() => run(step))
    running.set(step.name, ended)
    return ended
  }
  const together = steps.filter(({ alone }) => !alone)
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let step = together.shift(); step; step = together.shift()) await begin(step)
    }),
  )
  for (const step of steps.filter(({ alone }) => alone)) await begin(step)
}
