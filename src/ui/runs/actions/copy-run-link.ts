import { copyToClipboard } from '../../kit/copy-text/copy-to-clipboard.ts'

/** Copies the address of a run's page to the clipboard. */
export const copyRunLink = (runId: string): void =>
  void copyToClipboard(new URL(`/runs/${runId}`, window.location.href).href)
