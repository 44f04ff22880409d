import { TRASH_ROUTES } from '../../contract/trash.ts'
import { map, type Result } from '../../core/result.ts'
import type { TrashEntry, TrashName } from '../../core/trash/trash-entry.ts'
import type { TrashRepository } from '../../core/trash/trash-repository.ts'
import type { HttpClient } from './http-client.ts'

export class HttpTrashRepository implements TrashRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<readonly TrashEntry[]>> {
    return map(await this.#http.call(TRASH_ROUTES.listTrash, { params: { orgId } }), (rows) =>
      rows.map((row) => ({ neededBy: [], ...row })),
    )
  }

  async restore(orgId: string, trashId: string): Promise<Result<readonly TrashName[]>> {
    const answer = await this.#http.call(TRASH_ROUTES.restoreFromTrash, { params: { orgId, trashId } })
    return map(answer, ({ restored }) => restored)
  }

  deletePermanently(orgId: string, trashId: string): Promise<Result<void>> {
    return this.#http.send(TRASH_ROUTES.deletePermanently, { params: { orgId, trashId } })
  }
}
