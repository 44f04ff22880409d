import { expect, it } from 'vitest'

import { inEnglish } from '../../sentence.ts'
import { percentOf, type VerdictFacts, verdictOf } from './run-verdict.ts'
import { verdictWords } from './verdict-words.ts'

const stateOf = (facts: VerdictFacts) => {
  const verdict = verdictOf(facts)
  return `${inEnglish(verdictWords(verdict))} (${verdict.tone})`
}

it.each<[string, VerdictFacts, string]>([
  ['is green only if every row arrived', { status: 'succeeded', rowsRead: 9 }, 'succeeded (success)'],
  [
    'is amber with the number and share of rejected rows',
    { status: 'succeeded', rowsRead: 50_000, rowsRejected: 2_920 },
    'succeeded, 2,920 rejected (5.8 %) (warning)',
  ],
  [
    'tells how many tables are over',
    { status: 'running', tables: 4, tablesOver: 2 },
    'running, 2 of 4 tables (accent)',
  ],
  ['does not count a single table', { status: 'running', tables: 1, tablesOver: 0 }, 'running (accent)'],
  [
    'finishes only when every table is read',
    { status: 'committing', isReading: true, tables: 4, tablesOver: 1 },
    'running, 1 of 4 tables (accent)',
  ],
  ['finishes at the end', { status: 'committing', tables: 4, tablesOver: 3 }, 'finishing (accent)'],
  ['says of a dry run what a run would do', { status: 'succeeded', kind: 'dry-run' }, 'would succeed (success)'],
  ['says of a dry run that a run would fail', { status: 'failed', kind: 'dry-run' }, 'would fail (danger)'],
  [
    'says of a dry run that a run would stop at a check',
    { status: 'succeeded', kind: 'dry-run', wouldStop: true },
    'would fail (danger)',
  ],
  [
    'says of a dry run how many rows would be rejected',
    { status: 'succeeded', kind: 'dry-run', rowsRead: 10, rowsRejected: 1 },
    'would succeed, 1 would be rejected (10 %) (warning)',
  ],
  ['says that both sides are the same', { status: 'succeeded', kind: 'compare', rowsDiffering: 0 }, 'same (success)'],
  [
    'says that both sides differ, and in how many rows',
    { status: 'succeeded', kind: 'compare', rowsDiffering: 12 },
    'differs in 12 rows (warning)',
  ],
  [
    'says that they differ even if a table could not be compared',
    { status: 'partially_succeeded', kind: 'compare', rowsDiffering: 1 },
    'differs in 1 row (warning)',
  ],
  ['does not call unknown sides the same', { status: 'succeeded', kind: 'compare' }, 'compared (neutral)'],
  ['does not call a failed comparison arrived', { status: 'failed', kind: 'compare' }, 'not compared (danger)'],
  ['says that it did not take place', { status: 'failed', isSkipped: true }, 'skipped (neutral)'],
])('a run %s', (_, facts, said) => {
  expect(stateOf(facts)).toBe(said)
})

it('a share is never rounded to none or all', () => {
  expect([percentOf(1, 1_000_000), percentOf(999_999, 1_000_000), percentOf(3, 3), percentOf(0, 3)]).toEqual([
    0.1, 99.9, 100, 0,
  ])
})
