import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import type { Flow, FlowStream, Transformation } from '../flow.ts'
import { mergeFlow } from './merge-flow.ts'

const step = (id: string, settings = {}): Transformation => ({ id, type: 'limit', settings })
const stream = (entity: string, target?: string): FlowStream => ({ entity, mode: 'replace', ...(target && { target }) })
const flowOf = (steps: readonly Transformation[], changes: Partial<Flow> = {}, streams: readonly FlowStream[] = []) =>
  aFlow({ config: { streams, transformations: steps }, ...changes })

const idsOf = (merged: ReturnType<typeof mergeFlow>) =>
  merged.ok ? merged.change.config?.transformations.map(({ id }) => id) : merged.conflicts

it('puts a new name and a step that somebody else added together', () => {
  const merged = mergeFlow(flowOf([]), flowOf([], { name: 'Mine' }), flowOf([step('theirs')], { version: 2 }))

  expect(merged).toMatchObject({ ok: true, change: { name: 'Mine', config: { transformations: [step('theirs')] } } })
})

it('keeps the steps that both added, each where it was put', () => {
  const base = flowOf([step('a'), step('b')])

  const merged = mergeFlow(base, flowOf([step('a'), step('m'), step('b')]), flowOf([step('a'), step('b'), step('t')]))

  expect(idsOf(merged)).toEqual(['a', 'm', 'b', 't'])
})

it('leaves first what was put first, and last what was put last', () => {
  const base = flowOf([step('a')])

  expect(idsOf(mergeFlow(base, flowOf([step('m'), step('a')]), flowOf([step('a'), step('t')])))).toEqual([
    'm',
    'a',
    't',
  ])
})

it('takes out what either took out, and keeps what either changed', () => {
  const base = flowOf([step('a'), step('b'), step('c')])

  const merged = mergeFlow(base, flowOf([step('b'), step('c')]), flowOf([step('a'), step('b'), step('c', { rows: 5 })]))

  expect(merged).toMatchObject({
    ok: true,
    change: { config: { transformations: [step('b'), step('c', { rows: 5 })] } },
  })
})

it('keeps the order of the one who changed it', () => {
  const base = flowOf([step('a'), step('b')])
  const turned = flowOf([step('b'), step('a')])
  const longer = flowOf([step('a'), step('b'), step('t')])

  expect(idsOf(mergeFlow(base, turned, longer))).toEqual(['b', 't', 'a'])
  expect(idsOf(mergeFlow(base, longer, turned))).toEqual(['b', 't', 'a'])
})

it.each<[string, Flow, Flow, string]>([
  ['the name', flowOf([step('a')], { name: 'x' }), flowOf([step('a')], { name: 'y' }), 'name'],
  ['one step', flowOf([step('a', { rows: 1 })]), flowOf([step('a', { rows: 2 })]), 'steps'],
  ['a step that the other removed', flowOf([step('a', { rows: 1 })]), flowOf([]), 'steps'],
  ['one table', flowOf([step('a')], {}, [stream('o', 'x')]), flowOf([step('a')], {}, [stream('o', 'y')]), 'streams'],
])('does not choose for the person when both changed %s', (_what, mine, theirs, conflict) => {
  expect(mergeFlow(flowOf([step('a')]), mine, theirs)).toEqual({ ok: false, conflicts: [conflict] })
})

it('does not choose between two orders', () => {
  const base = flowOf(['a', 'b', 'c'].map((id) => step(id)))
  const mine = flowOf(['b', 'a', 'c'].map((id) => step(id)))
  const theirs = flowOf(['a', 'c', 'b'].map((id) => step(id)))

  expect(mergeFlow(base, mine, theirs)).toEqual({ ok: false, conflicts: ['steps'] })
})

it('is content when both changed it to the same', () => {
  const changed = flowOf([step('a', { rows: 1 })], { enabled: false, sourceConnection: { id: 'other' } })

  expect(mergeFlow(flowOf([step('a')]), changed, changed)).toMatchObject({ ok: true, change: { enabled: false } })
})

it('asks which flows it starts after, if both have chosen others', () => {
  const after = (id: string) =>
    aFlow({ config: { streams: [], transformations: [], after: { flowIds: [id], when: 'all_succeeded' } } })
  const base = aFlow()
  expect(mergeFlow(base, after('a'), after('b'))).toEqual({ ok: false, conflicts: ['after'] })
  expect(mergeFlow(base, after('a'), base)).toMatchObject({ change: { config: { after: { flowIds: ['a'] } } } })
})

it('combines SQL around the rows with other changes, and asks if both have changed it', () => {
  const withSql = (sqlAfter: string) => aFlow({ config: { streams: [], transformations: [], sqlAfter } })
  const base = aFlow()
  expect(mergeFlow(base, base, withSql('a'))).toMatchObject({ change: { config: { sqlAfter: 'a' } } })
  expect(mergeFlow(base, withSql('a'), withSql('b'))).toEqual({ ok: false, conflicts: ['sql'] })
  const before = aFlow({ config: { streams: [], transformations: [], sqlBefore: 'c' } })
  expect(mergeFlow(base, before, base)).toMatchObject({ change: { config: { sqlBefore: 'c' } } })
})

it('combines the structure with other changes', () => {
  const all = aFlow({ config: { streams: [], transformations: [], structure: 'all' } })
  const base = aFlow()
  expect(mergeFlow(base, all, base)).toMatchObject({ change: { config: { structure: 'all' } } })
  const back = mergeFlow(all, base, all)
  expect(back.ok && back.change.config?.structure).toBeUndefined()
})

it('keeps the freshness limit of the one who set it, and asks if both have set one', () => {
  const limited = (freshnessMinutes: number) => aFlow({ freshnessMinutes })
  expect(mergeFlow(aFlow(), limited(60), aFlow())).toMatchObject({ change: { freshnessMinutes: 60 } })
  expect(mergeFlow(aFlow(), aFlow(), limited(60))).toMatchObject({ change: { freshnessMinutes: 60 } })
  expect(mergeFlow(aFlow(), limited(60), limited(90))).toEqual({ ok: false, conflicts: ['freshness'] })
})

it('puts comments of both together, and asks if both have changed one', () => {
  const withComments = (...comments: readonly (readonly [id: string, text: string])[]) =>
    aFlow({
      config: { streams: [], transformations: [], comments: comments.map(([id, text]) => ({ id, text, x: 0, y: 0 })) },
    })
  const [base, mine, theirs] = [withComments(['a', '']), withComments(['a', ''], ['m', '']), withComments(['t', ''])]

  expect(mergeFlow(base, mine, theirs)).toMatchObject({
    change: { config: { comments: [{ id: 'm' }, { id: 't' }] } },
  })
  expect(mergeFlow(base, withComments(['a', 'x']), withComments(['a', 'y']))).toEqual({
    ok: false,
    conflicts: ['comments'],
  })
})

it('keeps a schedule that somebody else made', () => {
  const schedule = { cron: '0 6 * * *', timezone: 'UTC' }
  const theirs = aFlow({ config: { streams: [], transformations: [], schedule } })

  expect(mergeFlow(flowOf([]), flowOf([step('m')]), theirs)).toMatchObject({
    change: { config: { schedule, transformations: [step('m')] } },
  })
})
