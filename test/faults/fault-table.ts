import type { Trial, TriedKind } from './enumerate.ts'
import type { Promised } from './trial.ts'

const COUNTED: readonly Promised[] = ['lost', 'duplicated', 'half-written', 'sent twice']

/** What survived, as a table of Markdown: one line per kind of flow, and one for all. */
export function faultTable(kinds: readonly TriedKind[]): readonly string[] {
  const all = {
    name: 'all',
    points: kinds.reduce((sum, { points }) => sum + points, 0),
    trials: kinds.flatMap(({ trials }) => trials),
  }
  const header = ['flow', 'points', 'survived', ...COUNTED, 'other']
  return [row(header), row(header.map(() => '---')), ...kinds.map(lineOf), ...(kinds.length > 1 ? [lineOf(all)] : [])]
}

/** All kinds in one line. */
export function faultSummary(kinds: readonly TriedKind[]): string {
  const trials = kinds.flatMap((kind) => kind.trials)
  const struck = trials.filter(isTold)
  const survived = struck.filter(({ breaches }) => breaches.length === 0)
  const counts = COUNTED.map((promised) => `${promised} ${count(struck, ({ breach }) => breach === promised)}`)
  const missed = trials.length - struck.length
  return `survived ${survived.length}/${struck.length}, ${counts.join(', ')}; ${missed} runs were over before their point`
}

const isTold = ({ struck, breaches }: Trial) => struck !== undefined || breaches.length > 0

/** Runs that were over before they came to their point say nothing. */
function lineOf({ name, points, trials }: TriedKind): string {
  const struck = trials.filter(isTold)
  const survived = struck.filter(({ breaches }) => breaches.length === 0)
  const counts = COUNTED.map((breach) => count(struck, ({ breach: one }) => one === breach))
  const other = count(struck, ({ breach }) => !COUNTED.includes(breach))
  return row([name, points, `${survived.length}/${struck.length}`, ...counts, other])
}

const count = (trials: TriedKind['trials'], isMatch: (one: { readonly breach: Promised }) => boolean) =>
  trials.filter(({ breaches }) => breaches.some(isMatch)).length

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
