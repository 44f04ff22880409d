import { fail, ok, type Result } from '../../core/result.ts'

interface Identified {
  readonly id: string
}

/** The ids that a list had when it was last loaded, so that what was made since is told apart in the next one. */
export class KnownIds<T extends Identified> {
  readonly #known = new Map<string, ReadonlySet<string>>()

  /** Takes note of a list of an organization, and hands it on. */
  readonly note = (organizationId: string, listed: readonly T[]): readonly T[] => {
    this.#known.set(organizationId, new Set(listed.map(({ id }) => id)))
    return listed
  }

  /** What a server has made without telling what: in the list as it is now, not in it before, and like what was asked for. */
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
