import type { CaseName } from './not-supported.ts'

/** A test of mirrors that shows it, by its file and its words. */
interface ShownBy {
  readonly file: string
  readonly test: string
}

const shownBy = (file: string, test: string): ShownBy => ({ file, test })

const NO_RUN = 'A mirror is no run: its copies are, and keep this.'

/** What of the ten promises holds for mirrors, each shown by a test; otherwise why not. */
export const OF_MIRRORS: Readonly<Partial<Record<CaseName, ShownBy | string>>> = {
  'reads every row': shownBy(
    'test/engine/mirror.test.ts',
    'is copied first, then gets what is inserted, changed and deleted, and equals it',
  ),
  appends: shownBy('test/engine/mirror.test.ts', 'has as many equal rows as the source'),
  'fences older attempts': shownBy(
    'test/engine/mirror-log.test.ts',
    'is read by the newest mirror only: an older one that comes back changes nothing',
  ),
  'knows a lost answer': shownBy('test/engine/mirror-faults.test.ts', 'when the servers end its sessions at any time'),
  'does nothing twice': shownBy(
    'test/engine/mirror.test.ts',
    'goes on where it stopped, whatever the source sends again',
  ),
  'source vanishes': shownBy('test/engine/mirror-faults.test.ts', 'when the servers end its sessions at any time'),
  replaces: shownBy(
    'test/engine/mirror-transactions.test.ts',
    'a transaction that does not fit into memory is visible as a whole or not at all, also after its mirror has died',
  ),
  'stops writing': shownBy(
    'test/server/mirrors.test.ts',
    'a paused mirror goes on where it was, and leaves a receipt of what it brought',
  ),
  'keeps old rows': shownBy(
    'test/engine/mirror-transactions.test.ts',
    'a transaction that does not fit into memory is visible as a whole or not at all, also after its mirror has died',
  ),
  'counts what arrived': shownBy('test/engine/mirror.test.ts', 'tells what of it was not equal before'),
  'sums what arrived':
    'Both sides are compared afterwards, at one place in the log: small tables each hour, others each day.',
  'compares both sides': shownBy(
    'test/engine/mirror-proof.test.ts',
    'finds exactly the rows that somebody has changed in the destination, and sends them again',
  ),
  'reads a window': 'No cursor is needed: the log has every change, in the order of its commits.',
  upserts: shownBy(
    'test/engine/mirror.test.ts',
    'is copied first, then gets what is inserted, changed and deleted, and equals it',
  ),
  'checks rows': 'Readers see each transaction of the source at once, so nothing can stop its rows before.',
  'warns of rows': 'Readers see each transaction of the source at once, so nothing can stop its rows before.',
  'refuses a broken check': NO_RUN,
  'shows what would change': 'The source decides what changes, in the next moment.',
  'shows rows': NO_RUN,
  'tells the price of reading': NO_RUN,
  'tells the price of writing': NO_RUN,
  'refuses what it cannot hold': shownBy(
    'test/engine/mirror-paused.test.ts',
    'is paused with the reason, and the others follow; it goes on when the reason is gone',
  ),
  'keeps what it cannot hold': 'Not the row alone: its table pauses, and its changes wait in the destination.',
  'writes hostile values': shownBy(
    'test/engine/mirror-values.test.ts',
    'every value that comes from the log is the one that an ordinary copy has',
  ),
  'sums its keys': shownBy(
    'test/engine/mirror-proof.test.ts',
    'sends only the rows that differ, and no table is copied again',
  ),
  'removes vanished rows': 'A row that goes at the source goes at once, without a limit.',
  'marks vanished rows': 'A mirror has the rows of the source, and no others.',
  'tells its structure': shownBy(
    'test/engine/mirror-cut-over.test.ts',
    'names what the source has beside its rows and the destination has not',
  ),
  'builds the structure': 'A mirror brings rows; what the destination lacks is listed before a cut-over.',
}
