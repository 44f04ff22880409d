import type { MessageFromTask } from './messages.ts'
import type { TaskParent } from './task-parent.ts'

type Report = Extract<MessageFromTask, { kind: 'log' | 'count' | 'observe' | 'span' | 'announce' }>

/** What a process reports belongs to the log, the metrics, the traces and the announcements of its parent. */
export function passOn(
  message: Report,
  { log, counters, tracer, announce }: Pick<TaskParent, 'log' | 'counters' | 'tracer' | 'announce'>,
): void {
  switch (message.kind) {
    case 'log':
      log[message.level](message.message, message.fields)
      break
    case 'count':
      counters.count(message.name, message.labels, message.by)
      break
    case 'observe':
      counters.observe(message.name, message.seconds, message.labels)
      break
    case 'span':
      tracer.record(message.span)
      break
    case 'announce':
      announce(message.announcements)
  }
}
