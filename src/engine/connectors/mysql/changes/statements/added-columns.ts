import { defined } from '../../../../../core/catalog/defined.ts'
import type { AddedColumn } from '../../../../ports/change-source.ts'
import type { ValueType } from '../../../../ports/value-type.ts'
import { valueTypeOf } from '../../schema/value-type-of.ts'
import { addedColumn, NAME } from './read-statement.ts'

const TEXT = `'(?:[^']|'')*'`
const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?`

/** What a column may have beside its type without that its values in the rows from before depend on anything else. */
const ATTRIBUTES = [
  '(?<unsigned>UNSIGNED|ZEROFILL)',
  'SIGNED',
  String.raw`(?:CHARACTER\s+SET|CHARSET|COLLATE)\s+\w+`,
  String.raw`(?<required>NOT\s+NULL)`,
  '(?<optional>NULL)',
  String.raw`DEFAULT\s+(?:(?<nothing>NULL)|(?<given>${TEXT}|${NUMBER}|TRUE|FALSE))`,
  String.raw`COMMENT\s*${TEXT}`,
  String.raw`AFTER\s+${NAME}`,
  'FIRST',
  String.raw`UNIQUE(?:\s+KEY)?`,
] as const

const TYPE = String.raw`(?<word>\w+)(?:\s*\((?<size>(?:${TEXT}|[^()'"\x60])*)\))?`
const COLUMN = new RegExp(
  `^${TYPE}(?<attributes>(?:\\s+(?:${ATTRIBUTES.join('|').replaceAll(/\?<\w+>/g, '?:')}))*)$`,
  'iu',
)
const ATTRIBUTE = new RegExp(String.raw`\s+(?:${ATTRIBUTES.join('|')})`, 'giu')

/** Names that the catalogue does not use. */
const ALIASES: Readonly<Record<string, string>> = {
  integer: 'int',
  bool: 'tinyint',
  boolean: 'tinyint',
  dec: 'decimal',
  fixed: 'decimal',
}

/** @returns the columns that an ALTER TABLE adds, with what the rows from before have in them; nothing if only the rows tell that */
export function addedColumns(
  clauses: readonly string[] | undefined,
  names: readonly string[],
): readonly AddedColumn[] | undefined {
  const found = (clauses ?? []).flatMap((clause) => {
    const added = addedColumn(clause)
    return added && names.includes(added.name) ? [readColumn(added.name, added.rest)] : []
  })
  const columns = found.filter((column) => column !== undefined)
  return columns.length === names.length ? columns : undefined
}

function readColumn(name: string, text: string): AddedColumn | undefined {
  const { groups } = COLUMN.exec(text) ?? {}
  if (!groups) return undefined
  const { word = '', size, attributes = '' } = groups
  const own: Readonly<Record<string, string | undefined>> = Object.assign(
    {},
    ...[...attributes.matchAll(ATTRIBUTE)].map((attribute) => defined({ ...attribute.groups })),
  )
  const lower = word.toLowerCase()
  const base = ALIASES[lower] ?? lower
  const type = `${base}${size === undefined ? '' : `(${size.replaceAll(/\s*,\s*/g, ',').trim()})`}${own['unsigned'] ? ' unsigned' : ''}`
  const kind = valueTypeOf(type)
  if (kind.kind === 'other') return undefined
  if (own['nothing'] || (!own['given'] && isOptional(base, own))) return { name, type, isOfMysql: true, kind }
  const value = own['given'] === undefined ? implied(kind, base) : storedText(own['given'], kind, type)
  return value === undefined ? undefined : { name, type, isOfMysql: true, kind, value }
}

/** A TIMESTAMP may have a default that nobody has written. */
const isOptional = (base: string, { required, optional }: Readonly<Record<string, string | undefined>>): boolean =>
  !required && (base !== 'timestamp' || optional !== undefined)

/** What rows get in a column that is NOT NULL, without a default. */
function implied({ kind }: ValueType, base: string): string | undefined {
  if (kind === 'text') return base === 'enum' ? undefined : ''
  return kind === 'integer' || kind === 'decimal' || kind === 'float' ? '0' : undefined
}

const WORDS: Readonly<Record<string, string>> = { TRUE: '1', FALSE: '0' }

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** Floating-point numbers of so few digits are what they look like. */
const SURE_LENGTH = 7

interface Default {
  readonly text: string
  readonly isText: boolean
  readonly type: string
  readonly scale: number
}

/** Which defaults the server stores as they are written, by the kind of the column. */
const AS_WRITTEN: Readonly<Partial<Record<ValueType['kind'], (written: Default) => boolean>>> = {
  integer: ({ text, type }) => /^-?(?:0|[1-9]\d*)$/.test(text) && !type.startsWith('year'),
  decimal: ({ text, scale }) => DECIMAL.test(text) && (text.split('.')[1]?.length ?? 0) <= scale,
  float: ({ text, type }) => DECIMAL.test(text) && !type.includes('(') && text.length <= SURE_LENGTH,
  // Other characters are written in the set of the session; an enum finds its words in any case.
  text: ({ text, isText, type }) => isText && /^[\x20-\x7e]*(?<! )$/.test(text) && isWordOf(type, text),
  date: ({ text }) => /^[1-9]\d{3}-\d\d-\d\d$/.test(text),
  // A TIMESTAMP is read in the zone of the session.
  timestamp: ({ text, type }) => type.startsWith('datetime') && /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text),
}

/** @returns the text of a default that the server stores as it is written */
function storedText(given: string, value: ValueType, type: string): string | undefined {
  const isText = given.startsWith("'")
  const text = isText ? given.slice(1, -1).replaceAll("''", "'") : (WORDS[given.toUpperCase()] ?? given)
  const scale = value.kind === 'decimal' ? (value.scale ?? 0) : 0
  return AS_WRITTEN[value.kind]?.({ text, isText, type, scale }) ? text : undefined
}

const isWordOf = (type: string, text: string): boolean =>
  !/^(?:enum|set)\b/.test(type) || (type.startsWith('enum') && type.includes(`'${text.replaceAll("'", "''")}'`))
