import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { ServerError } from '../driver/raw-exchange.ts'

/** The server cannot read its log, for whatever reason. Source: MySQL, `ER_MASTER_FATAL_ERROR_READING_BINLOG` */
const FATAL = 1236

const GONE =
  /purged|purge|could not find|not in the (?:master|source|primary)'?s?|more gtids|divergen|not found|missing/i
const OTHER_READER = /same (?:server_id|server_uuid|server id|server uuid)/i

/** The reasons of a server for not sending its log from a place on. */
export function logError(error: unknown): unknown {
  if (!(error instanceof ServerError) || error.errno !== FATAL) return error
  if (OTHER_READER.test(error.message)) return otherReader(error)
  return GONE.test(error.message) ? logGap(sentence`${error.message.slice(0, 500)}`, error) : error
}

export const logGap = (reason: Sentence, cause?: unknown) =>
  new ConnectorError(
    {
      code: 'LOG_GAP',
      message: sentence`A part of the source's log is missing: ${reason}.`,
      hint: sentence`The tables must be compared with the source, and what differs must be copied again.`,
    },
    { cause },
  )

const otherReader = (cause: unknown) =>
  new ConnectorError(
    {
      code: 'LOG_BUSY',
      message: sentence`Another reader of the log has taken our number.`,
      hint: sentence`The next attempt takes another number.`,
      retryable: true,
    },
    { cause },
  )
