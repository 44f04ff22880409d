import { defined } from '../../core/catalog/defined.ts'
import { outcomeLine, tableLine } from '../run-outcome.ts'
import type { ExampleKeys } from './example-keys.ts'
import type { TriedRows } from './try-flows.ts'

/** What dry runs of files have found: a heading for each flow, and a line for each table. */
export const triedLines = (tried: readonly TriedRows[]): readonly string[] =>
  tried.length === 0
    ? ['No flow changes, so no rows were compared.']
    : ['Rows that a run would change, by dry runs; nothing was written:', ...tried.flatMap(linesOf)]

const linesOf = ({ name, file, run, message = '', examples }: TriedRows): readonly string[] =>
  run
    ? [
        `flow ${name} (${file})`,
        `  ${outcomeLine(run)}`,
        ...(run.streams ?? []).flatMap((stream) => [
          `    ${tableLine(stream)}`,
          ...exampleLines(examples[stream.entity]).map((line) => `      ${line}`),
        ]),
      ]
    : [`flow ${name} (${file}): not compared. ${message}`]

const exampleLines = (examples: ExampleKeys | undefined): readonly string[] =>
  examples
    ? [['new', examples.created] as const, ['changed', examples.changed] as const, ['gone', examples.removed] as const]
        .filter(([, keys]) => keys.length > 0)
        .map(([what, keys]) => `${what}: ${keys.join('; ')}`)
    : []

/** The same for programs, in the words of the API. */
export const triedJson = (tried: readonly TriedRows[]): readonly object[] =>
  tried.map(({ run, examples, ...flow }) => ({
    ...flow,
    ...(run &&
      defined({
        run_id: run.id,
        status: run.status,
        message: run.error?.message,
        tables: (run.streams ?? []).map(({ entity, target, status, difference, rows_written, error }) =>
          defined({
            entity,
            target,
            status,
            rows_written,
            difference,
            examples: examples[entity],
            message: error?.message,
          }),
        ),
      })),
  }))
