import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'

/** Who writes a target, as far as the server shows it. */
export interface TargetHolder {
  readonly process: string
  readonly account?: string | null | undefined
  readonly run?: string | null | undefined
  /** In UTC, to the second. */
  readonly since?: string | null | undefined
}

/** Two runs would overwrite each other's rows, so the second one ends before it reads any. */
export const heldByRun = (target: string, holder: TargetHolder | undefined) =>
  new ConnectorError({
    code: 'CONFLICT',
    message: sentence`${target} is being written by ${holder ? inWords(holder) : sentence`another run`}.`,
    hint: sentence`Nothing was changed. Flows that replace the same rows overwrite each other: give one of them another target, or let it start after the other.`,
    retryable: true,
  })

function inWords({ process, account, run, since }: TargetHolder): Sentence {
  const who = run == null ? sentence`another run` : sentence`the run ${run} of another flow`
  const where =
    account == null ? sentence`${who} (process ${process})` : sentence`${who} (process ${process}, account ${account})`
  return since == null ? where : sentence`${where}, since ${since} UTC`
}
