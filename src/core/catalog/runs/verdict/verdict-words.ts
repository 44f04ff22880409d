import { countedRows } from '../../counted.ts'
import { type Sentence, sentence } from '../../sentence.ts'
import type { RunVerdict, VerdictName } from './run-verdict.ts'

const NAMES: Readonly<Record<VerdictName, Sentence>> = {
  queued: sentence`queued`,
  running: sentence`running`,
  finishing: sentence`finishing`,
  succeeded: sentence`succeeded`,
  'partly-succeeded': sentence`partly succeeded`,
  failed: sentence`failed`,
  cancelled: sentence`cancelled`,
  skipped: sentence`skipped`,
  'would-succeed': sentence`would succeed`,
  'would-partly-succeed': sentence`would partly succeed`,
  'would-fail': sentence`would fail`,
  same: sentence`same`,
  differs: sentence`differs`,
  compared: sentence`compared`,
  'partly-compared': sentence`partly compared`,
  'not-compared': sentence`not compared`,
}

/** What a run is called where no page is: in a mail, on a command line. */
export function verdictWords({ name, rejected, tables, differing }: RunVerdict): Sentence {
  if (tables) return sentence`${NAMES[name]}, ${tables.over} of ${tables.all} tables`
  if (differing !== undefined) return sentence`${NAMES[name]} in ${countedRows(differing)}`
  if (!rejected) return NAMES[name]
  return name.startsWith('would')
    ? sentence`${NAMES[name]}, ${rejected.rows} would be rejected (${rejected.percent} %)`
    : sentence`${NAMES[name]}, ${rejected.rows} rejected (${rejected.percent} %)`
}
