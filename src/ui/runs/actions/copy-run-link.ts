/** Copies the address of a run's page to the clipboard. */
export const copyRunLink = (runId: string): void =>
  void navigator.clipboard.writeText(new URL(`/runs/${runId}`, window.location.href).href)
