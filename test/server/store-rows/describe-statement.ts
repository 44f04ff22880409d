import type pg from 'pg'

/** A column of an answer. */
export interface AnsweredColumn {
  readonly name: string
  /** Postgres's name of its type. */
  readonly type: string
  /** Known where it is a column of a table, as it is there. */
  readonly isNullable: boolean
}

/** As Postgres tells it before it runs the statement; zeros for what is no column of a table. */
interface Field {
  readonly name: string
  readonly dataTypeID: number
  readonly tableID: number
  readonly columnID: number
}

/** Lets the server parse a statement and say what it answers; nothing is run. */
export async function describeStatement(client: pg.Client, sql: string): Promise<readonly AnsweredColumn[]> {
  const fields = await new Promise<readonly Field[]>((resolve, reject) => {
    let described: readonly Field[] = []
    client.query({
      submit: (connection: pg.Connection) => {
        connection.parse({ text: sql, name: '', types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (told: { readonly fields: readonly Field[] }) => {
        described = told.fields
      },
      handleReadyForQuery: () => resolve(described),
      handleError: reject,
    })
  })
  const { rows } = await client.query<AnsweredColumn>(
    `select name, typname as type, coalesce(not attnotnull, false) as "isNullable"
     from jsonb_to_recordset($1) as field (name text, "dataTypeID" oid, "tableID" oid, "columnID" int)
     join pg_type on pg_type.oid = "dataTypeID" left join pg_attribute on attrelid = "tableID" and attnum = "columnID"`,
    [JSON.stringify(fields)],
  )
  return rows
}
