import { sentence } from '../../../core/catalog/sentence.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'
import { invalid } from '../request-error.ts'

/** @throws RequestError invalid with the field, if streams can never run like this: two of one table, two into one target, or replace with only new rows */
export function refuseImpossibleStreams({ streams }: FlowConfig): void {
  const entities = new Set<string>()
  const targets = new Map<string, string>()
  streams.forEach(({ entity, target = entity, mode, cursor }, index) => {
    const field = (name: string) => `config.streams.${index}.${name}`
    if (entities.has(entity))
      throw invalid(sentence`${entity} is listed twice. Keep one stream for each table.`, field('entity'))
    const other = targets.get(target)
    if (other !== undefined)
      throw invalid(
        sentence`${other} and ${entity} would both be written to ${target}. Give each stream a target of its own.`,
        field('target'),
      )
    if (mode === 'replace' && cursor !== undefined)
      throw invalid(
        sentence`${target} would be replaced by only the rows that are new in ${cursor}. Use the mode "append" or "upsert", or remove the cursor.`,
        field('cursor'),
      )
    entities.add(entity)
    targets.set(target, entity)
  })
}
