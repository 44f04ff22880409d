import type { Clock } from '../../core/auth/clock.ts'

export class BrowserClock implements Clock {
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds))
  }
}
