import { z } from 'zod/mini'

import type { Sentence } from '../core/catalog/sentence.ts'

/** Marks a text that the client reads as one of these values; only for the compiler. */
export interface Known<Value> {
  readonly '~known': Value
}

type KnownText<Value> = string | (string & Known<Value>)

type CamelCase<Name> = Name extends `${infer Start}_${infer Rest}` ? `${Start}${Capitalize<CamelCase<Rest>>}` : Name

/** A loose row without its index signature. */
type Named<Row> = { [Name in keyof Row as string extends Name ? never : Name]: Row[Name] }

type Absent<Row> = {
  [Name in keyof Row]: undefined extends CamelCased<Row[Name]> ? Name : null extends Row[Name] ? Name : never
}[keyof Row]

type Fields<Row> = {
  readonly [Name in Exclude<keyof Row, Absent<Row>> as CamelCase<Name>]: CamelCased<Row[Name]>
} & {
  readonly [Name in Absent<Row> as CamelCase<Name>]?: NonNullable<CamelCased<Row[Name]>>
}

type Values<Row> = Row extends Known<infer Value> ? Value : never

type Renamed<Row> = Row extends Sentence
  ? Row
  : Row extends readonly (infer Item)[]
    ? readonly CamelCased<Item>[]
    : Row extends object
      ? keyof Named<Row> extends never
        ? Row
        : Fields<Named<Row>>
      : Row

/** A row as the client reads it. */
export type CamelCased<Row> = [Values<Row>] extends [never]
  ? Renamed<Row>
  : Values<Row> | Extract<Row, null | undefined>

type Read = (value: unknown) => unknown

const asItIs: Read = (value) => value
const UNREADABLE = Symbol()

const reads = new WeakMap<object, Read>()
const unknownFields = new WeakMap<object, Unknown>()

/**
 * Any text; the client reads the values that it knows. With another one, of a newer server, a row in which the field is required is
 * left out, unless `otherwise` says how the client reads it.
 */
export function known<const Value extends string, const Otherwise extends string | null | undefined = never>(
  values: readonly Value[],
  ...otherwise: readonly [] | readonly [Otherwise]
) {
  const schema = z.string()
  const unknown = otherwise.length > 0 ? otherwise[0] : UNREADABLE
  reads.set(schema, (text) => values.find((value) => value === text) ?? unknown)
  return schema as z.ZodMiniType as z.ZodMiniType<KnownText<Value | Otherwise>, string>
}

/** What becomes of fields that the schema of a row does not have. */
interface Unknown {
  /** The field of the row that has them; absent: they stay beside the others. */
  readonly under?: string
  readonly except?: readonly string[]
}

/** A row that the client sends back whole (spec §3): it keeps the fields that the schema does not have. */
export function whole<Schema extends z.ZodMiniType>(schema: Schema, unknown: Unknown = {}): Schema {
  unknownFields.set(schema, unknown)
  return schema
}

/**
 * The fields of a row, and of the rows in it, under their names in camel case. Records are data, and stay. Null is left out like
 * undefined, because the API has two kinds of absence, and the client one.
 */
export const camelCased = <Schema extends z.ZodMiniType>(
  schema: Schema,
  row: z.output<Schema>,
): CamelCased<z.output<Schema>> => readOf(schema)(row) as CamelCased<z.output<Schema>>

function readOf(schema: z.core.$ZodType): Read {
  const made = reads.get(schema) ?? makeRead(schema)
  reads.set(schema, made)
  return made
}

function makeRead(schema: z.core.$ZodType): Read {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ('innerType' in def) return readOf(def.innerType)
  if (def.type === 'array') return listRead(readOf(def.element))
  const isRow = def.type === 'object' && Object.keys(def.shape).length > 0
  return isRow ? rowRead(def.shape, unknownFields.get(schema)) : asItIs
}

const listRead = (read: Read): Read =>
  read === asItIs ? asItIs : (list) => (list as unknown[] | null)?.map(read).filter((item) => item !== UNREADABLE)

function rowRead(shape: z.core.$ZodShape, unknown: Unknown | undefined): Read {
  const fields = new Map(
    Object.entries(shape).map(([name, schema]) => [
      name,
      { name: camelCase(name), read: readOf(schema), isRequired: schema._zod.optout === undefined },
    ]),
  )
  return (row) => {
    if (row == null) return row
    const renamed: Record<string, unknown> = {}
    let others: Record<string, unknown> | undefined
    // A loop, because lists of entries cost four times as much, and a source may have 80,000 columns.
    for (const name of Object.keys(row)) {
      const field = fields.get(name)
      const value = (row as Record<string, unknown>)[name]
      if (!field) {
        if (unknown && !unknown.except?.includes(name)) {
          others ??= {}
          others[name] = value
        }
      } else if (value != null) {
        const read = field.read(value)
        if (read === UNREADABLE && field.isRequired) return UNREADABLE
        if (read !== UNREADABLE && read !== undefined) renamed[field.name] = read
      }
    }
    if (others === undefined) return renamed
    return unknown?.under === undefined ? Object.assign(renamed, others) : { ...renamed, [unknown.under]: others }
  }
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
