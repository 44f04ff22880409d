import { defined } from '../../../core/catalog/defined.ts'
import type { LogOrigin } from '../../../core/catalog/runs/log-origins.ts'
import { inEnglish, type Sentence, sentence, storable } from '../../../core/catalog/sentence.ts'
import { announcedOfOrganization } from '../database/announcement.ts'
import { only, type Query } from '../database/database.ts'

export interface LogLineRow {
  readonly id: number
  readonly run_id: string
  readonly at: Date
  readonly level: 'info' | 'warning' | 'error'
  readonly message: string
  /** Absent in lines of earlier versions, and if it would be too long. */
  readonly sentence: Sentence | null
  readonly entity: string | null
  readonly origin: LogOrigin | null
}

/** A line with a person's name, stored so that the name can be found and replaced when the person is deleted. */
export const cancelledBy = (name: string): Sentence => sentence`Cancelled by ${name}.`

/** Of the run as a whole unless it names a stream or an end. */
export interface NewLogLine extends Pick<LogLineRow, 'level'>, Partial<Pick<LogLineRow, 'entity' | 'origin'>> {
  readonly text: Sentence
}

/** The maximum length of a message in characters. */
const LONGEST = 2_000

/** Lines of one run, in their order, announced once. */
export const insertLogLines = (
  query: Query,
  organizationId: string,
  runId: string,
  lines: readonly NewLogLine[],
): Promise<object[]> =>
  query(
    `with written as (
       insert into run_log (organization_id, run_id, level, message, entity, origin, sentence)
       select $1, $2, level, message, entity, origin, sentence
       from rows from (jsonb_to_recordset($3) as (level text, message text, entity text, origin text, sentence jsonb)) with ordinality
       order by ordinality returning 1)
     select ${announcedOfOrganization(`json_build_object('o', $1::uuid, 'r', $2::uuid, 'l', true)`)} from written limit 1`,
    [organizationId, runId, JSON.stringify(lines.map(rowOf))],
  )

function rowOf({ level, text, entity, origin }: NewLogLine) {
  const message = inEnglish(text)
  return {
    level,
    entity,
    origin,
    // The end may be in the middle of a character.
    message: storable(message.slice(0, LONGEST)),
    ...defined({ sentence: message.length <= LONGEST ? text : undefined }),
  }
}

export interface LogFilter {
  readonly level?: string | undefined
  readonly text?: string | undefined
  /** The text is looked for only in the name of the table: what a message quotes could be found letter by letter. Absent: in messages, too. */
  readonly onlyInNames?: boolean | undefined
  readonly origin?: LogOrigin | undefined
  readonly entity?: string | undefined
}

export interface LogPage extends LogFilter {
  readonly after: number
  readonly limit: number
}

const FITS = `($3::text is null or level = $3) and ($4::text is null or position(lower($4) in lower(concat_ws(' ', entity, case when $7 then '' else message end))) > 0)
  and ($5::text is null or origin = $5) and ($6::text is null or entity = $6)`

const valuesOf = (organizationId: string, runId: string, filter: LogFilter) => {
  const { level = null, text = null, origin = null, entity = null, onlyInNames = false } = filter
  return [organizationId, runId, level, text, origin, entity, onlyInNames] as const
}

export const listLogLines = (query: Query, organizationId: string, runId: string, page: LogPage) =>
  query<LogLineRow>(
    `select id, run_id, at, level, message, sentence, entity, origin from run_log
     where organization_id = $1 and run_id = $2 and ${FITS} and id > $8 order by id limit $9`,
    [...valuesOf(organizationId, runId, page), page.after, page.limit],
  )

/** The total number of lines, and the number of matching lines. */
export const countLogLines = (query: Query, organizationId: string, runId: string, filter: LogFilter) =>
  only(
    query<{ lines: number; fitting: number }>(
      `select count(*)::int as lines, (count(*) filter (where ${FITS}))::int as fitting from run_log
       where organization_id = $1 and run_id = $2`,
      valuesOf(organizationId, runId, filter),
    ),
  )
