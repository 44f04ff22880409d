import type { Log } from '../../core/notices/notice.ts'

export class ConsoleLog implements Log {
  error(what: string, detail: unknown): void {
    // biome-ignore lint/suspicious/noConsole: this is the one place that writes to the console
    console.error(what, detail)
  }
}
