import { fail, ok, type Result } from '../../core/result.ts'

interface Identified {
  readonly id: string
}

/** The ids of a list when it was last loaded, so that new objects can be found in the next one. */
export class KnownIds<T extends Identified> {
  readonly #known = new Map<string, ReadonlySet<string>>()

  /** Records a list of an organization, and returns it. */
  readonly note = (organizationId: string, listed: readonly T[]): readonly T[] => {
    this.#known.set(organizationId, new Set(listed.map(({ id }) => id)))
    return listed
  }

  /** The object that a server has created without returning it: it is in the current list, not in the previous one, and matches the request. */
  async findNew(
    organizationId: string,
    list: () => Promise<Result<readonly T[]>>,
    isLike: (entry: T) => boolean,
  ): Promise<Result<T>> {
    const before = this.#known.get(organizationId)
    const listed = await list()
    if (!listed.ok) return listed
    const made = listed.value.findLast((entry) => !before?.has(entry.id) && isLike(entry))
    const problem = 'The server did not return an id, and its list has no new entry'
    return made ? ok(made) : fail({ kind: 'unexpected-answer', problem })
  }
}
