import { describe, expect, it } from 'vitest'
import { GtidSet } from './gtid-set.ts'
import { mysqlMoments } from './moments.ts'

const A = '3e11fa47-71ca-11e1-9e33-c80aa9429562'
const B = '4e11fa47-71ca-11e1-9e33-c80aa9429562'

describe('transactions of MySQL', () => {
  it('have holes, which are filled later', () => {
    const set = GtidSet.parse(`${A}:1-5:8-9`)
    expect([5, 6, 7, 8].map((number) => set.has(`${A}:${number}`))).toEqual([true, false, false, true])
    set.add(`${A}:7`)
    expect(String(set)).toBe(`${A}:1-5:7-9`)
    set.add(`${A}:6`)
    set.add(`${B}:1`)
    set.add(`${A}:10`)
    expect(String(set)).toBe(`${A}:1-10,${B}:1`)
  })

  it('are read in every form in which servers write them', () => {
    expect(String(GtidSet.parse(`${A.toUpperCase()}:8-9:1-5,\n ${B}:3`))).toBe(`${A}:1-5:8-9,${B}:3`)
    expect(String(GtidSet.parse(`${A}:1-3:tag:5-6`))).toBe(`${A}:1-3,${A}:tag:5-6`)
    expect(GtidSet.parse(`${A}:1-3:tag:5-6`).has(`${A}:tag:5`)).toBe(true)
    expect(String(GtidSet.parse(''))).toBe('')
  })

  it('include others only with all of their parts', () => {
    const set = GtidSet.parse(`${A}:1-5:8-9`)
    expect(set.includes(GtidSet.parse(`${A}:2-4:9`))).toBe(true)
    expect(set.includes(GtidSet.parse(`${A}:4-8`))).toBe(false)
    expect(set.includes(GtidSet.parse(`${B}:1`))).toBe(false)
    expect(set.includes(GtidSet.parse(''))).toBe(true)
  })
})

describe('transactions of MariaDB', () => {
  it('are everything up to the last of each domain, whoever wrote it', () => {
    const set = GtidSet.parse('0-1-5,3-2-9')
    set.add('0-7-8')
    set.add('4-7-1')
    expect(String(set)).toBe('0-7-8,3-2-9,4-7-1')
    expect(['0-1-6', '0-9-9', '3-1-1', '5-1-1'].map((gtid) => set.has(gtid))).toEqual([true, false, true, false])
    expect(set.includes(GtidSet.parse('3-2-9,0-1-2'))).toBe(true)
    expect(set.includes(GtidSet.parse('4-7-2'))).toBe(false)
  })
})

describe('a snapshot', () => {
  it('sees the transactions that it names', () => {
    expect(mysqlMoments.sees('server 0-1-5 @10', '0-1-5')).toBe(true)
    expect(mysqlMoments.sees('server 0-1-5 @10', '0-1-6')).toBe(false)
    expect(mysqlMoments.sees(`server ${A}:1-5:8 @10`, `${A}:7`)).toBe(false)
  })

  it('is after a place that it sees, unless the server is another one or has begun its log anew', () => {
    expect(mysqlMoments.isAfter('server 0-1-5 @10', 'server 0-1-4 @9')).toBe(true)
    expect(mysqlMoments.isAfter('server 0-1-3 @10', 'server 0-1-4 @9')).toBe(false)
    expect(mysqlMoments.isAfter('other 0-1-5 @10', 'server 0-1-4 @9')).toBe(false)
    expect(mysqlMoments.isAfter('server 0-1-50 @10', 'server 0-1-1 @11')).toBe(false)
  })

  it('is reached by a place behind everything that it sees', () => {
    expect(mysqlMoments.isReached('server 0-1-5 @10', 'server 0-1-5 0-1-2')).toBe(true)
    expect(mysqlMoments.isReached('server 0-1-5 @10', 'server 0-1-4')).toBe(false)
  })
})
