import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import { draftOf } from '../../store/runs/run-work.ts'
import type { RunJournal } from './run-journal.ts'

/** Logs once that an attempt has begun: only after its budgets allow it, because a run that they refuse does nothing. */
export function makeLogStart(journal: Pick<RunJournal, 'log'>, run: RunRow): () => void {
  let isLogged = false
  return () => {
    if (!isLogged) journal.log('info', begun(run))
    isLogged = true
  }
}

const begun = ({ attempt, flow_name: name, flow_version: version, work }: RunRow): Sentence => {
  const draft = draftOf(work)
  if (draft)
    return draft.file === undefined
      ? sentence`Attempt ${attempt} of the draft of “${name}” has begun.`
      : sentence`Attempt ${attempt} of “${name}”, as ${draft.file} says it, has begun.`
  return sentence`Attempt ${attempt} of “${name}” (version ${version}) has begun.`
}
