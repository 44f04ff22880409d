import { MOVED_VIEW } from './search.ts'

type Search = Readonly<Record<string, unknown>>

/**
 * The new address of a run with an old address below its flow, as in earlier links of mails and notes; nothing for an
 * address that is still valid.
 */
export function movedRun({ view, run, ...search }: Search) {
  if (typeof run === 'string' && run !== '') return { to: '/runs/$id', params: { id: run }, search } as const
  return view === MOVED_VIEW ? ({ to: '/runs', search } as const) : undefined
}
