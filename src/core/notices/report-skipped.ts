import type { Log, Notifier } from './notice.ts'

/** Unusable entries in a list from the server, each by its name. */
export type ReportSkipped = (
  call: string,
  leftOut: readonly { readonly entry: string; readonly problem: string }[],
) => void

/** Each is logged by its name; the user sees one notice, because lists are loaded repeatedly. */
export function makeReportSkipped({
  log,
  notifier,
}: {
  readonly log: Log
  readonly notifier: Notifier
}): ReportSkipped {
  const reported = new Set<string>()
  return (call, leftOut) => {
    const news = leftOut.filter(({ entry, problem }) => !reported.has(JSON.stringify([call, entry, problem])))
    if (news.length === 0) return
    for (const { entry, problem } of news) reported.add(JSON.stringify([call, entry, problem]))
    log.error(call, { kind: 'entries-left-out', entries: news })
    notifier.show({ type: 'info', code: 'list.entries-left-out', values: { count: news.length } })
  }
}
