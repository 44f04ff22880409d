import type { Step } from './steps.ts'

/** A machine can be half as fast as on another day; three times the time is a fault of the product or of the tests. */
const MAX_TIMES = 3

/** What to say of a step that took far more than its budget; nothing of any other. */
export function overBudget({ name, budget }: Pick<Step, 'name' | 'budget'>, seconds: number): string | undefined {
  const most = budget * MAX_TIMES
  if (seconds <= most) return undefined
  return `${name} took ${seconds.toFixed(1)} s; its budget is ${budget} s, and it fails after ${most} s.`
}
