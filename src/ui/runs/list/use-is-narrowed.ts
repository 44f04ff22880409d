import { RUN_STATES } from '../../../core/catalog/runs/run-states.ts'
import { useListUrl } from '../../routing/use-list-url.ts'

/** Whether the address asks for some runs only. */
export function useIsNarrowed(): boolean {
  const { state: word, q, flow, trigger, dry, period, from, to } = useListUrl().filters
  const state = RUN_STATES.find((name) => name === word)
  return [q, state, flow, trigger, dry, period, from, to].some((value) => value !== undefined)
}
