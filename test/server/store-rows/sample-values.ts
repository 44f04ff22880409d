import { randomUUID } from 'node:crypto'
import ts from 'typescript'

import type { Database, Query } from '../../../src/server/store/database/database.ts'

/** Deep enough for every choice that a statement depends on; what lies below is only written as JSON. */
const DEEPEST = 6

const NOTHING = ts.TypeFlags.Undefined | ts.TypeFlags.Null

/** Makes a value of a type, whose statements go to `query`: of a union its last part that is something, of an object every property. */
export function makeSamples(checker: ts.TypeChecker, query: Query) {
  const database: Pick<Database, 'inOrganization' | 'asUser' | 'asSystem'> = {
    inOrganization: (_, work) => work(query),
    asUser: (_, work) => work(query),
    asSystem: (work) => work(query),
  }

  const ofObject = (type: ts.Type, depth: number): unknown => {
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      return checker.getTypeArguments(type as ts.TypeReference).map((item) => sample(item, depth + 1))
    }
    if (type.getCallSignatures().length > 0) return () => undefined
    return Object.fromEntries(
      checker
        .getPropertiesOfType(type)
        .map((property) => [property.name, sample(checker.getTypeOfSymbol(property), depth + 1)]),
    )
  }

  const sample = (type: ts.Type, depth = 0): unknown => {
    const name = (type.aliasSymbol ?? type.getSymbol())?.name ?? ''
    if (name === 'Query') return query
    if (name === 'Database') return database
    if (name === 'Date') return new Date(0)
    if (name === 'Buffer' || name === 'Uint8Array') return new Uint8Array()
    if (type.isUnion()) return sample(type.types.findLast((part) => !(part.flags & NOTHING)) ?? type, depth)
    if (type.isLiteral()) return type.value
    if (type.flags & ts.TypeFlags.StringLike) return randomUUID()
    if (type.flags & ts.TypeFlags.NumberLike) return 1
    if (type.flags & ts.TypeFlags.BooleanLike) return true
    return depth < DEEPEST && type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)
      ? ofObject(type, depth)
      : undefined
  }
  return sample
}
