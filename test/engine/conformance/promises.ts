import type { CaseName } from './not-supported.ts'

interface Promised {
  readonly title: string
  /** For people who do not know the words of the field. */
  readonly text: string
  readonly cases: readonly CaseName[]
}

/** What Millrace promises whoever has to sign that the data arrived, and the tests that try it with every connector. */
export const PROMISES: readonly Promised[] = [
  {
    title: 'Each row arrives once',
    text: 'A run that fails, is killed or is repeated leaves no row twice and loses none. [Faults](faults.md) are tried at every point of a run.',
    cases: ['reads every row', 'appends', 'knows a lost answer', 'does nothing twice', 'fences older attempts'],
  },
  {
    title: 'Readers see the old rows or the new ones',
    text: 'Rows wait beside the target until all of them are there.',
    cases: ['replaces', 'keeps old rows', 'stops writing', 'source vanishes'],
  },
  {
    title: 'The receipt proves what arrived',
    text: 'The destination says how many rows it has. Databases also sum the keys, each by a query of its own, and by choice all values. Databases can be compared at any later time.',
    cases: ['counts what arrived', 'sums what arrived', 'compares both sides'],
  },
  {
    title: 'Two runs together read every row',
    text: 'A run that reads only new rows prints the window that it has read, and reads again what may have been under way then.',
    cases: ['reads a window', 'upserts'],
  },
  {
    title: 'Rows are checked before readers see one',
    text: 'A check that does not pass stops the run or warns, and shows the rows.',
    cases: ['checks rows', 'warns of rows', 'refuses a broken check'],
  },
  {
    title: 'A dry run shows what would change',
    text: 'It reads the real rows, takes them through the steps and compares them with what is there.',
    cases: ['shows what would change', 'shows rows'],
  },
  {
    title: 'The price is known before the click',
    text: 'Rows, bytes, calls, money and what is left of a quota; a figure that nobody knows is called unknown.',
    cases: ['tells the price of reading', 'tells the price of writing'],
  },
  {
    title: 'A row that does not fit is kept as it was',
    text: 'It stops the run, or is kept with its cause until somebody repairs it and sends it again.',
    cases: ['refuses what it cannot hold', 'keeps what it cannot hold', 'writes hostile values'],
  },
  {
    title: 'What is gone at the source goes at the destination',
    text: 'Rows that the source no longer has are removed, marked or kept, as the flow says. Too many of them stop the run.',
    cases: ['sums its keys', 'removes vanished rows', 'marks vanished rows'],
  },
  {
    title: 'A whole database moves with its structure',
    text: 'Indexes, constraints, defaults, sequences, views and comments, by choice; what cannot move is listed before the run.',
    cases: ['tells its structure', 'builds the structure'],
  },
]
