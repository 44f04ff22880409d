import type { SourceColumn } from '../../ports/source.ts'
import type { ValueType } from '../../ports/value-type.ts'
import type { Spelling } from '../../ports/vanished-rows.ts'

type Column = Pick<SourceColumn, 'type' | 'value'>

/** What does not count when a column is compared with that of the target, because the target cannot keep it. */
export function pairSpelling(source: Column, target: Column): Spelling | undefined {
  if (source.type === target.type) return undefined
  if (FIXED.test(target.type)) return 'without spaces at the end'
  if (/zerofill/.test(source.type) && target.value.kind === 'text') return 'without zeros at the beginning'
  const kinds = [source.value.kind, target.value.kind]
  return kinds.includes('uuid') && kinds.includes('text') ? 'in lower case' : undefined
}

/** The kind in whose notation the values of both are compared: the one that has several notations for one value. */
export const pairKind = (source: ValueType, target: ValueType): ValueType =>
  [source, target].toSorted((one, other) => NOTATIONS.indexOf(other.kind) - NOTATIONS.indexOf(one.kind))[0] ?? source

const NOTATIONS: readonly ValueType['kind'][] = [
  'date',
  'time',
  'timestamp',
  'uuid',
  'decimal',
  'json',
  'float',
  'boolean',
]

/** `character varying` and `bpchar` keep the spaces at the end. */
const FIXED = /^char(acter)?\(/

/** Whether the two systems write equal keys of these kinds as equal texts. */
export function haveEqualTexts(source: ValueType, target: ValueType): boolean {
  const [one, other] = [kindOf(source), kindOf(target)]
  return one === other || ALIKE.some((kinds) => kinds.includes(one) && kinds.includes(other))
}

const kindOf = (value: ValueType) => (value.kind === 'bits' && value.length === 1 ? 'boolean' : value.kind)

const ALIKE: readonly (readonly ValueType['kind'][])[] = [
  ['boolean', 'integer', 'decimal'],
  ['time', 'interval'],
  ...(['integer', 'date', 'time', 'uuid', 'other'] as const).map((kind) => ['text', kind] as const),
]
