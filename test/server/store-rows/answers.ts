import type pg from 'pg'
import type ts from 'typescript'

import type { Query } from '../../../src/server/store/database/database.ts'
import { type Claim, nameOf, type ServerTypes } from './claims.ts'
import { type AnsweredColumn, describeStatement } from './describe-statement.ts'
import { makeSamples } from './sample-values.ts'

export interface Answer {
  /** As in a claim. */
  readonly place: string
  readonly columns: readonly AnsweredColumn[]
}

/** Where a call of a `Query` stands: the line above it in the stack is the caller's. */
const CALLER = /src\/server\/([^:]+:\d+)/

/**
 * Calls every exported function of the files that claim something, with made-up arguments: once as if the store found
 * nothing, once as if it found a row. What they ask is described by the server, and not run.
 */
export async function answersTo(
  claims: readonly Claim[],
  { checker, files }: ServerTypes,
  client: pg.Client,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const answering =
    <Found extends object>(found: readonly Found[]): Query =>
    async <Row extends object>(sql: string) => {
      const place = CALLER.exec(new Error().stack ?? '')?.[1] ?? ''
      answers.push({ place, columns: await describeStatement(client, sql) })
      return found as readonly object[] as Row[]
    }

  const claiming = new Set(claims.map(({ file }) => file))
  for (const file of files.filter((file) => claiming.has(nameOf(file)))) {
    const module: Readonly<Record<string, unknown>> = await import(file.fileName)
    for (const { name, parameters } of functionsOf(checker, file)) {
      for (const query of [answering([]), answering([{}])]) {
        const sample = makeSamples(checker, query)
        // One that gives up afterwards has asked before; one that never asks is missing in the answers.
        await callWith(
          module[name],
          parameters.map((parameter) => sample(parameter)),
        ).catch(() => undefined)
      }
    }
  }
  return answers
}

async function callWith(called: unknown, values: readonly unknown[]): Promise<void> {
  if (typeof called === 'function') await called(...values)
}

const functionsOf = (checker: ts.TypeChecker, file: ts.SourceFile) => {
  const module = checker.getSymbolAtLocation(file)
  return (module ? checker.getExportsOfModule(module) : []).flatMap((exported) =>
    checker
      .getTypeOfSymbol(exported)
      .getCallSignatures()
      .slice(0, 1)
      .map(({ parameters }) => ({
        name: exported.name,
        parameters: parameters.map((parameter) => checker.getTypeOfSymbol(parameter)),
      })),
  )
}
