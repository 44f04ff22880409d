import type { Log } from '../../core/notices/notice.ts'

export class MemoryLog implements Log {
  readonly errors: { readonly what: string; readonly detail: unknown }[] = []

  error(what: string, detail: unknown): void {
    this.errors.push({ what, detail })
  }
}
