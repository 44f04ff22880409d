/** Counters: each name with its description for Prometheus. */
export const COUNTS = {
  millrace_runs_ended_total: 'Runs that ended in this process, by outcome.',
  millrace_rows_written_total: 'Rows that runs of this process wrote.',
  millrace_bytes_moved_total: 'Bytes that runs of this process moved.',
  millrace_unknown_errors_total: 'Errors of other systems that the table of errors does not know, by system and code.',
  millrace_spans_dropped_total: 'Spans that were not sent, because the collector was slow or away.',
} as const

const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const RUN_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200]

/** Histograms of durations: each name with its description, and the upper bounds of its buckets in seconds. */
export const DURATIONS = {
  millrace_http_request_seconds: { help: 'From a call to the start of its answer, by route.', bounds: CALL_SECONDS },
  millrace_run_seconds: { help: 'From the first attempt of a run to its end, by outcome.', bounds: RUN_SECONDS },
  millrace_queue_wait_seconds: { help: 'From asking for a run to its first attempt.', bounds: RUN_SECONDS },
} as const

/** Labels of a metric. Only a few values each, because every combination stays in memory as long as the process lives. */
export type Labels = Readonly<Record<string, string>>

/** The metrics of this process. No method throws. */
export interface Counters {
  count(name: keyof typeof COUNTS, labels?: Labels, by?: number): void
  observe(name: keyof typeof DURATIONS, seconds: number, labels?: Labels): void
}
