import { countedRows } from '../../../core/catalog/counted.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'

interface Total {
  readonly ranges?: number
  readonly rows: number
}

const inWords = ({ ranges, rows }: Total): Sentence =>
  ranges === undefined ? countedRows(rows) : sentence`${countedRows(rows)} in ${ranges} ranges`

/** The staging table has other rows than were sent. */
export const incomplete = (target: string, expected: Total, found: Total): ConnectorError =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`Of ${target}, ${inWords(expected)} were sent, but ${inWords(found)} are staged.`,
    hint: sentence`Nothing was changed. Run again; if it happens again, report it.`,
    retryable: true,
  })
