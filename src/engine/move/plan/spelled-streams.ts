import type { Destination } from '../../ports/destination.ts'
import type { Source, SourceEntity } from '../../ports/source.ts'
import type { KnownTarget } from '../run/move-request.ts'
import type { SpelledStream, StreamRequest } from '../run/stream-request.ts'

interface SpellContext {
  readonly source: Pick<Source, 'namespace' | 'spelled'>
  readonly destination: Pick<Destination, 'modes' | 'nameOf' | 'places'>
  readonly knownTargets?: readonly KnownTarget[]
}

/** The streams with their targets in the destination's notation; no streams means every entity of the source. */
export function spelledStreams(
  requests: readonly StreamRequest[],
  entities: readonly Pick<SourceEntity, 'name'>[],
  { source, destination, knownTargets = [] }: SpellContext,
): readonly SpelledStream[] {
  const [mode = 'replace'] = destination.modes
  const all: readonly StreamRequest[] =
    requests.length > 0 ? requests : entities.map(({ name }) => ({ entity: name, mode }))
  const place = (entity: string) =>
    destination.places?.of(source.spelled?.(entity) ?? entity, source.namespace) ?? entity
  const isWritten = (entity: string) =>
    requests.some((request) => request.entity === entity && request.target !== undefined)
  // A second copy of the tables would be a surprise, and so would tables of one flow in two places.
  const staysApart =
    destination.places?.areKept &&
    knownTargets.some(({ entity, target }) => {
      const byName = destination.nameOf(entity)
      return target === byName && byName !== destination.nameOf(place(entity)) && !isWritten(entity)
    })
  return all.map((request) => {
    const { entity, target = staysApart ? entity : place(entity) } = request
    return { ...request, target: destination.nameOf(target) }
  })
}

/**
 * The entities that a flow without chosen streams moves: all. If structure comes along, views come as views, not as tables with their rows.
 */
export const movedEntities = <Known extends Pick<SourceEntity, 'kind'>>(
  requests: readonly StreamRequest[],
  entities: readonly Known[],
  copiesStructure: boolean,
): readonly Known[] =>
  copiesStructure && requests.length === 0
    ? entities.filter(({ kind }) => kind !== 'view' && kind !== 'materialized view')
    : entities
