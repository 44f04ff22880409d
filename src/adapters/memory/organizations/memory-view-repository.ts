import type { Result } from '../../../core/result.ts'
import type { NewView, SavedView, ViewChange } from '../../../core/views/saved-view.ts'
import type { ViewRepository } from '../../../core/views/view-repository.ts'
import { MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'

export class MemoryViewRepository extends MemoryAnswers implements ViewRepository {
  views: SavedView[] = []

  list(): Promise<Result<readonly SavedView[]>> {
    return this.answer(() => this.views)
  }

  create(_organizationId: string, view: NewView): Promise<Result<SavedView>> {
    return this.answer(() => {
      const created = { ...view, id: `view-${this.views.length + 1}` }
      this.views = [...this.views, created]
      return created
    })
  }

  update(_organizationId: string, id: string, change: ViewChange): Promise<Result<SavedView>> {
    return this.answer(() => {
      this.views = this.views.map((view) => (view.id === id ? { ...view, ...change } : view))
      return this.views.find((view) => view.id === id) ?? NOT_FOUND
    })
  }

  remove(_organizationId: string, id: string): Promise<Result<void>> {
    return this.answerNothing(() => {
      if (!this.views.some((view) => view.id === id)) return NOT_FOUND
      this.views = this.views.filter((view) => view.id !== id)
    })
  }
}
