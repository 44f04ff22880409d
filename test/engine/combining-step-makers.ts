import { computed, type Kind, list, type Maker, namesOf, oneOf, quoted, type Rows } from './row-wise-step-makers.ts'

const orderOf = (rows: Rows, pick: (most: number) => number) => {
  const first = oneOf(namesOf(rows), pick)
  if (first === undefined || rows.unique.length === 0) return undefined
  const direction = oneOf(['ascending', 'descending'], pick) ?? ''
  const lines = [{ column: first, direction }, ...rows.unique.map((column) => ({ column, direction: 'ascending' }))]
  const sql = lines.map(
    (line) => `${quoted(line.column)} ${line.direction === 'descending' ? 'DESC' : 'ASC'} NULLS LAST`,
  )
  return { lines, sql: sql.join(', ') }
}

export const sort: Maker = (rows, pick) => {
  const order = orderOf(rows, pick)
  if (!order) return undefined
  return {
    type: 'sort',
    settings: { by: order.lines },
    isOrdered: true,
    isAsRead: false,
    expected: `SELECT * REPLACE (row_number() OVER (ORDER BY ${order.sql}) AS place) FROM rows`,
  }
}

export const deduplicate: Maker = (rows, pick) => {
  const by = oneOf(namesOf(rows), pick)
  const order = pick(3) === 0 && rows.isAsRead ? { lines: [], sql: 'place' } : orderOf(rows, pick)
  if (by === undefined || !order) return undefined
  return {
    type: 'deduplicate',
    settings: { by: [by], keep: order.lines },
    expected: `SELECT * FROM rows QUALIFY row_number() OVER (PARTITION BY ${quoted(by)} ORDER BY ${order.sql}) = 1`,
  }
}

export const aggregate: Maker = (rows, pick) => {
  const by = namesOf(rows).filter(() => pick(4) === 0)
  const column = oneOf(namesOf(rows, 'int', 'decimal'), pick)
  const text = oneOf(namesOf(rows, 'text', 'date'), pick)
  const measures = [
    { function: 'count', name: 'n' },
    ...(column === undefined ? [] : [{ function: 'sum', column, name: 'sum' }]),
    ...(text === undefined
      ? []
      : [{ function: oneOf(['min', 'max', 'count_distinct'], pick), column: text, name: 'of text' }]),
  ]
  if (by.some((name) => ['n', 'sum', 'of text'].includes(name))) return undefined
  const isCounted = measures.at(-1)?.function === 'count_distinct'
  const sql = measures.map((measure) => {
    const value = 'column' in measure ? quoted(measure.column ?? '') : '*'
    const called = measure.function === 'count_distinct' ? `count(DISTINCT ${value})` : `${measure.function}(${value})`
    return `${called} AS ${quoted(measure.name)}`
  })
  const columns = new Map<string, Kind>(by.map((name) => [name, rows.columns.get(name) ?? 'text']))
  columns.set('n', 'int')
  if (column !== undefined) columns.set('sum', 'decimal')
  if (text !== undefined) columns.set('of text', isCounted ? 'int' : (rows.columns.get(text) ?? 'text'))
  return {
    type: 'aggregate',
    settings: { by, measures },
    columns,
    unique: by,
    isOrdered: false,
    isAsRead: false,
    expected: `SELECT ${[...by.map(quoted), ...sql, '0 AS place'].join(', ')} FROM rows ${by.length > 0 ? `GROUP BY ${list(by)}` : ''}`,
  }
}

export const join: Maker = (rows, pick) => {
  const column = oneOf(namesOf(rows, 'int'), pick)
  const isMatching = pick(2) === 0
  if (column === undefined || rows.columns.has('name')) return undefined
  return {
    type: 'join',
    settings: {
      stream: '',
      on: [{ column, other: 'k' }],
      columns: ['name'],
      rows: isMatching ? 'matching' : 'all',
    },
    columns: new Map([...rows.columns, ['name', 'text']]),
    unique: [],
    isOrdered: false,
    isAsRead: false,
    expected: `SELECT rows.* EXCLUDE (place), o.name, place FROM rows ${isMatching ? '' : 'LEFT '}JOIN o ON rows.${quoted(column)} = o.k`,
  }
}

export const sql: Maker = (rows, pick) => {
  const name = oneOf(namesOf(rows), pick)
  if (name === undefined) return undefined
  const made = `made ${rows.columns.size}`
  switch (pick(4)) {
    case 0:
      return {
        type: 'sql',
        settings: {
          query: `SELECT *, CAST(${quoted(name)} AS VARCHAR) || '!' AS ${quoted(made)} FROM input WHERE ${quoted(name)} IS NOT NULL`,
        },
        columns: new Map([...rows.columns, [made, 'text']]),
        expected: `SELECT * EXCLUDE (place), CAST(${quoted(name)} AS VARCHAR) || '!' AS ${quoted(made)}, place FROM rows WHERE ${quoted(name)} IS NOT NULL`,
      }
    case 1:
      return {
        type: 'sql',
        settings: { query: `SELECT DISTINCT ${quoted(name)} FROM input` },
        columns: new Map([[name, rows.columns.get(name) ?? 'text']]),
        unique: [],
        isOrdered: false,
        isAsRead: false,
        expected: `SELECT DISTINCT ${quoted(name)}, 0 AS place FROM rows`,
      }
    case 2: {
      const order = orderOf(rows, pick)
      if (!order) return undefined
      return {
        type: 'sql',
        settings: { query: `SELECT * FROM input ORDER BY ${order.sql} LIMIT 40` },
        isOrdered: false,
        isAsRead: false,
        expected: `SELECT * FROM rows ORDER BY ${order.sql} LIMIT 40`,
      }
    }
    default:
      return {
        type: 'sql',
        settings: { query: `SELECT * FROM input UNION ALL SELECT * FROM input WHERE ${quoted(name)} IS NULL` },
        unique: [],
        isOrdered: false,
        isAsRead: false,
        expected: `SELECT * FROM rows UNION ALL SELECT * FROM rows WHERE ${quoted(name)} IS NULL`,
      }
  }
}

export const window: Maker = (rows, pick) => {
  const by = oneOf(namesOf(rows), pick)
  if (by === undefined || rows.unique.length === 0) return undefined
  const expression = `row_number() OVER (PARTITION BY ${quoted(by)} ORDER BY ${list(rows.unique)})`
  return computed(rows, 'int', expression, `made ${rows.columns.size}`)
}
