type Search = Readonly<Record<string, unknown>>

/**
 * Where runs are that had their address among the flows once, as links in mails and notes still have it; nothing for an
 * address that is still good.
 */
export function movedRun({ view, run, ...search }: Search) {
  if (typeof run === 'string' && run !== '') return { to: '/runs/$id', params: { id: run }, search } as const
  return view === 'runs' ? ({ to: '/runs', search } as const) : undefined
}
