import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import type { Source, SourceColumn, SourceEntity } from '../../ports/source.ts'
import { TEXTS } from '../../ports/vanished-rows.ts'
import type { ComparedTable, Comparison } from './compare-tables.ts'
import { haveEqualTexts, pairKind, pairSpelling } from './pair-spelling.ts'

type PairedTable = Pick<ComparedTable, 'from' | 'entity' | 'key' | 'values' | 'unmarked'>

/**
 * How two tables are compared whose columns are given in the same order: by sums and texts that both systems have.
 * @throws ConnectorError that says why they cannot be
 */
export function pairedComparison(
  source: PairedTable,
  target: PairedTable,
  { leavesOut, signal }: Pick<Comparison, 'leavesOut' | 'signal'>,
): Comparison {
  const { name } = target.entity
  const [theirs, ours] = [source.from.keys, target.from.keys]
  const offered = theirs?.orders(source.entity, source.key)
  const order = ours?.orders(target.entity, target.key).find((candidate) => offered?.includes(candidate))
  if (!theirs || !ours || !order) refuse(name, sentence`One of the two systems cannot sum keys.`)
  const [read, landed] = [source, target].map(({ key, values }) => [...key, ...values]) as [string[], string[]]
  const pairs = pairsOf([source.entity, read], [target.entity, landed])
  const isOneSystem = source.from.system === target.from.system
  refuseOtherTexts(name, pairs.slice(0, target.key.length), isOneSystem)
  const spellings = pairs.map(([one, other]) => pairSpelling(one, other))
  const compared = (table: PairedTable, names: readonly string[]) => ({
    ...table,
    nativeText: isOneSystem ? nativeText(table, pairs) : [],
    ...spelledIn(names, spellings),
  })
  return {
    source: { side: 'source', keys: theirs, ...compared(source, read) },
    target: { side: 'destination', keys: ours, ...compared(target, landed) },
    order,
    by: rowSum([source.from, source.entity, read], [target.from, target.entity, landed]),
    kinds: pairs.map(([one, other]) => pairKind(one.value, other.value)),
    spellings,
    leavesOut,
    signal,
  }
}

/** Values arrive in the notation of their system only in a column of the same type. @param pairs of the key and then of the values */
const nativeText = ({ entity, key, values }: PairedTable, pairs: readonly Pair[]): readonly string[] =>
  values.filter((name, at) => {
    const [one, other] = pairs[key.length + at] ?? [OTHER, OTHER]
    return one.type === other.type && entity.columns.some((own) => own.hasNativeText && own.name === name)
  })

/** @param key each of its columns beside that of the target. @throws ConnectorError where equal keys could not be found */
function refuseOtherTexts(name: string, key: readonly Pair[], isOneSystem: boolean): void {
  for (const [one, other] of key) {
    if (!haveEqualTexts(one.value, other.value))
      refuse(
        name,
        sentence`Its key is ${one.type} in the source and ${other.type} in the destination, so equal keys have different texts.`,
      )
    if (!isOneSystem && one.value.kind === 'float')
      refuse(name, sentence`Its key is a floating-point number, which the two systems write in different ways.`)
  }
}

type TypedColumn = Pick<SourceColumn, 'type' | 'value'>

type Pair = readonly [TypedColumn, TypedColumn]

type NamedColumns = readonly [entity: SourceEntity, names: readonly string[]]

/** Each column beside that of the target. */
function pairsOf([one, ones]: NamedColumns, [other, others]: NamedColumns): readonly Pair[] {
  const find = ({ columns }: SourceEntity, name = '') => columns.find((own) => own.name === name) ?? OTHER
  return ones.map((name, at) => [find(one, name), find(other, others[at])])
}

function spelledIn(names: readonly string[], spellings: Comparison['spellings']): Pick<ComparedTable, 'spellings'> {
  const found = names.flatMap((name, at) => {
    const spelling = spellings[at]
    return spelling ? [[name, spelling] as const] : []
  })
  return found.length > 0 ? { spellings: Object.fromEntries(found) } : {}
}

type SummedTable = readonly [from: Source, entity: SourceEntity, columns: readonly string[]]

function rowSum(...[one, other]: readonly [SummedTable, SummedTable]): string {
  const sums = ([from, entity, columns]: SummedTable) => from.sums?.rows(entity, columns) ?? []
  const taken = sums(other)
  return sums(one).find((name) => taken.includes(name)) ?? TEXTS
}

const OTHER: TypedColumn = { type: '', value: { kind: 'other' } }

export function refuse(table: string, reason: ReturnType<typeof sentence>): never {
  throw new ConnectorError(cannotCompare(sentence`${table} cannot be compared. ${reason}`))
}

export const cannotCompare = (message: ReturnType<typeof sentence>): Problem => ({
  code: 'VERIFY_NOT_SUPPORTED',
  message,
  hint: sentence`A dry run shows what a run would change.`,
  retryable: false,
})
