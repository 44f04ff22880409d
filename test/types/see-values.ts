import { inEnglish, type Sentence } from '../../src/core/catalog/sentence.ts'
import { move } from '../../src/engine/move/move.ts'
import type { StreamProgress } from '../../src/engine/move/run/stream-progress.ts'
import { contextWith, nextFence } from '../engine/move-between.ts'
import type { End } from './ends.ts'
import type { SeenValue } from './seen.ts'

interface Refused {
  readonly row: number
  readonly rule: string
}

/** Moves tables of two columns, `n` and `v`, and tells what became of each value. A table that fails as a whole is tried value by value. */
export async function seeValues(
  from: End,
  to: End,
  names: readonly string[],
  aloneOf: (name: string) => Promise<readonly string[]>,
) {
  const seen = new Map<string, { type: string | undefined; values: readonly SeenValue[] }>()
  for (const { name, stream, refused } of await moveAll(from, to, names)) {
    const before = [...(await from.look(name)).values]
    if (stream.error === undefined) {
      const { type, values } = await to.look(name)
      seen.set(name, {
        type,
        values: before.map(([n, value], at) => {
          const rule = refused.find(({ row }) => row === at + 1)?.rule
          return { before: value, after: values.get(n) ?? null, ...(rule !== undefined && { rule }) }
        }),
      })
      continue
    }
    const alone = await aloneOf(name)
    const outcomes = await moveAll(from, to, alone)
    const looked = await Promise.all(alone.map((other) => to.look(other)))
    seen.set(name, {
      type: looked.find(({ type }) => type !== undefined)?.type,
      values: outcomes.map((outcome, at) => {
        const [n = '', value = null] = before[at] ?? []
        const { error } = outcome.stream
        const rule = error ? ruleIn(error) : outcome.refused[0]?.rule
        return { before: value, after: looked[at]?.values.get(n) ?? null, ...(rule !== undefined && { rule }) }
      }),
    })
  }
  return seen
}

async function moveAll(from: End, to: End, names: readonly string[]) {
  const rejected = new Map<string, Refused[]>()
  const { streams } = await move({
    source: from,
    destination: to,
    streams: names.map((name) => ({
      entity: from.named(name),
      target: to.named(name),
      mode: 'replace' as const,
      onInvalid: 'reject' as const,
      verify: 'values' as const,
    })),
    rejects: {
      days: 14,
      begin: ({ entity }) => rejected.set(entity, []),
      keep: (entity, { row, rule }) => (rejected.get(entity)?.push({ row, rule: inEnglish(rule) }) ?? 0) > 0,
      finalize: async () => {},
      countRejected: async () => 0,
    },
    fence: nextFence(),
    context: (to.context ?? from.context ?? contextWith)(),
    onEvent: () => {},
  })
  const altered = streams.filter(({ error }) => error?.code === 'VERIFICATION_FAILED')
  if (altered.length > 0) throw new Error(`taken for altered: ${altered.map(({ entity }) => entity).join(', ')}`)
  return names.map((name, at) => {
    const stream = streams[at] as StreamProgress
    return { name, stream, refused: rejected.get(stream.entity) ?? [] }
  })
}

/** A rule without the place where it was broken. */
const ruleIn = ({ code, message }: { readonly code: string; readonly message: Sentence }) =>
  inEnglish(message)
    .replace(/^.*?[Rr]ow \d+(, column [“"]v[”"])?: /, '')
    .replace(/\s*·.*$/, '')
    .replace(/\.$/, '')
    .replace(/[|`]/g, ' ')
    .slice(0, 90) || code
